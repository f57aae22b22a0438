public class Conforming {
    public static void main(String[] args) throws Exception {
        Thread hook = new Thread(() -> { });
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().removeShutdownHook(hook);
        Runtime.getRuntime().addShutdownHook(hook);
    }
}
