public class Conforming {
    public static void main(String[] args) throws Exception {
        Exception exception = new Exception("a");
        exception.addSuppressed(new Exception("b"));
        exception.initCause(new Exception("c"));
    }
}
