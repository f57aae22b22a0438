public class Conforming {
    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        worker.start();
        worker.join();
    }

    static class Worker extends Thread {
        @Override
        public void run() {
            hashCode();
        }
    }
}
