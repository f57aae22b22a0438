import java.awt.EventQueue;

public class Conforming {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        Runtime.getRuntime().addShutdownHook(new Thread(Conforming::finish));
    }

    static void finish() {
        Runnable save = () -> { };
        save.run();
    }
}
