public class Conforming {
    public static void main(String[] args) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("true");
        builder.command("false");
        Thread thread = new Thread(() -> {
            new ProcessBuilder("true").command("false");
        });
        thread.start();
        thread.join();
    }
}
