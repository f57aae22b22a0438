public class Violating {
    public static void main(String[] args) throws Exception {
        StrictMath.random();
        Thread thread = new Thread(() -> {
            StrictMath.random(); // violation: StrictMath_ContendedRandom
        });
        thread.start();
        thread.join();
        StrictMath.random();
    }
}
