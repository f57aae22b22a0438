public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            System.arraycopy(null, 0, new int[1], 0, 1); // violation: System_NullArrayCopy
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
