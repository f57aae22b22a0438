public class Conforming {
    public static void main(String[] args) throws Exception {
        Runnable work = () -> { };
        Thread thread = new Thread(work);
        thread.start();
        thread.join();
        thread = new Thread(work);
        thread.start();
        thread.join();
    }
}
