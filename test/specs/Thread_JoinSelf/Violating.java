public class Violating {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().join(10); // violation: Thread_JoinSelf
    }
}
