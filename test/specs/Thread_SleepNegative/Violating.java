public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Thread.sleep(-1); // violation: Thread_SleepNegative
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
