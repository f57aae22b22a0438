public class Violating {
    public static void main(String[] args) throws Exception {
        Math.random();
        Thread thread = new Thread(() -> {
            Math.random(); // violation: Math_ContendedRandom
        });
        thread.start();
        thread.join();
        Math.random();
    }
}
