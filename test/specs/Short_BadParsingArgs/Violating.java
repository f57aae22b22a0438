public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Short.parseShort(""); // violation: Short_BadParsingArgs
        } catch (NumberFormatException expected) {
            expected.getMessage();
        }
    }
}
