public class Violating {
    public static void main(String[] args) throws Exception {
        Exception cause = new Exception("cause");
        Exception exception = new Exception("x", cause);
        try {
            exception.initCause(cause); // violation: Throwable_InitCauseOnce
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
