public class Violating {
    public static void main(String[] args) throws Exception {
        Thread hook = new Thread(() -> { });
        Runtime.getRuntime().addShutdownHook(hook);
        hook.start(); // violation: ShutdownHook_PrematureStart
        hook.join();
        Runtime.getRuntime().removeShutdownHook(hook);
    }
}
