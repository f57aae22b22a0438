public class Conforming {
    public static void main(String[] args) throws Exception {
        Thread.State.valueOf("NEW ".trim());
        Enum.valueOf(Thread.State.class, "NEW");
    }
}
