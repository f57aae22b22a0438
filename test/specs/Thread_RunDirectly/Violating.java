public class Violating {
    public static void main(String[] args) throws Exception {
        Runnable work = () -> { };
        new Thread(work).run(); // violation: Thread_RunDirectly
    }
}
