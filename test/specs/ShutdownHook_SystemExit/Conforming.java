public class Conforming {
    public static void main(String[] args) throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(Conforming::finish));
        System.exit(0);
    }

    static void finish() {
        Runtime.getRuntime().halt(0);
    }
}
