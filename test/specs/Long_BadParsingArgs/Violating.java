public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Long.parseLong("12 "); // violation: Long_BadParsingArgs
        } catch (NumberFormatException expected) {
            expected.getMessage();
        }
    }
}
