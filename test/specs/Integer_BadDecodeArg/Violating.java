public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Integer.decode("0b101"); // violation: Integer_BadDecodeArg
        } catch (NumberFormatException expected) {
            expected.getMessage();
        }
    }
}
