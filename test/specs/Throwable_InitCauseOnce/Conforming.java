public class Conforming {
    public static void main(String[] args) throws Exception {
        Exception cause = new Exception("cause");
        Exception exception = new Exception("x");
        exception.initCause(cause);
        new Exception(cause).getCause();
    }
}
