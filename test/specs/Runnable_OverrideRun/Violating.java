public class Violating {
    public static void main(String[] args) throws Exception {
        Worker worker = new Worker();
        worker.start();
        worker.join();
    }

    static class Worker extends Thread { // violation: Runnable_OverrideRun
        void work() {
            hashCode();
        }
    }
}
