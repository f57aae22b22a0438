public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Long.decode("10L"); // violation: Long_BadDecodeArg
        } catch (NumberFormatException expected) {
            expected.getMessage();
        }
    }
}
