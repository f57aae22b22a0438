public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Byte.decode("300"); // violation: Byte_BadDecodeArg
        } catch (NumberFormatException expected) {
            expected.getMessage();
        }
    }
}
