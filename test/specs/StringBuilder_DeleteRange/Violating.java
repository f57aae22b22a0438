public class Violating {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        try {
            text.deleteCharAt(text.length() - 1); // violation: StringBuilder_DeleteRange
        } catch (IndexOutOfBoundsException expected) {
            expected.getMessage();
        }
    }
}
