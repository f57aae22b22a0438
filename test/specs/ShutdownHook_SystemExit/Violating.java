public class Violating {
    public static void main(String[] args) throws Exception {
        Thread watchdog = new Thread(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            Runtime.getRuntime().halt(0);
        });
        Runtime.getRuntime().addShutdownHook(new Thread(Violating::finish));
        Runtime.getRuntime().addShutdownHook(watchdog);
    }

    static void finish() {
        System.exit(0); // violation: ShutdownHook_SystemExit
    }
}
