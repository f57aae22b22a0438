public class Violating {
    public static void main(String[] args) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("true");
        builder.directory();
        Thread thread = new Thread(() -> {
            builder.command("false"); // violation: ProcessBuilder_ThreadSafe
        });
        thread.start();
        thread.join();
    }
}
