public class Violating {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(Violating::finish));
    }

    static void finish() {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread()); // violation: ShutdownHook_LateRegister
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
