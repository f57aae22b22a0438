public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Thread.currentThread().setPriority(11); // violation: Thread_SetPriorityRange
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
