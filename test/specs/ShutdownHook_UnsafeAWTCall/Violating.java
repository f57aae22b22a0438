import java.awt.EventQueue;

public class Violating {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        Runtime.getRuntime().addShutdownHook(new Thread(Violating::finish));
    }

    static void finish() {
        try {
            EventQueue.invokeLater(() -> { }); // violation: ShutdownHook_UnsafeAWTCall
        } catch (LinkageError | RuntimeException expected) {
            expected.getMessage();
        }
    }
}
