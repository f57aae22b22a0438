public class Violating {
    public static void main(String[] args) throws Exception {
        Exception exception = new Exception("a");
        try {
            exception.addSuppressed(exception); // violation: Throwable_SelfSuppression
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
