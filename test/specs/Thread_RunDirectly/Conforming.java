public class Conforming {
    public static void main(String[] args) throws Exception {
        Runnable work = () -> { };
        work.run();
        Thread thread = new Thread(work);
        thread.start();
        thread.join();
    }
}
