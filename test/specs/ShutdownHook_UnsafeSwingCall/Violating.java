import javax.swing.SwingUtilities;

public class Violating {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        Runtime.getRuntime().addShutdownHook(new Thread(Violating::finish));
    }

    static void finish() {
        try {
            SwingUtilities.invokeLater(() -> { }); // violation: ShutdownHook_UnsafeSwingCall
        } catch (LinkageError | RuntimeException expected) {
            expected.getMessage();
        }
    }
}
