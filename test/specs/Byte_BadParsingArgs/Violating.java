public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Byte.parseByte("12", 99); // violation: Byte_BadParsingArgs
        } catch (NumberFormatException expected) {
            expected.getMessage();
        }
    }
}
