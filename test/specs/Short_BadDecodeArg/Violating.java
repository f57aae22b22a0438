public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Short.decode("70000"); // violation: Short_BadDecodeArg
        } catch (NumberFormatException expected) {
            expected.getMessage();
        }
    }
}
