public class Conforming {
    public static void main(String[] args) throws Exception {
        Thread.sleep(0);
        Thread.sleep(1);
    }
}
