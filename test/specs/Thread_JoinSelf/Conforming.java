public class Conforming {
    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> { });
        worker.start();
        worker.join(10000);
    }
}
