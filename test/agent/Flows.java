import java.util.Map;

/** Calls within calls, calls that throw, and threads. */
public final class Flows {
    private Flows() {
    }

    static void outer(int depth) {
        inner();
        if (depth > 0) {
            outer(depth - 1);
        }
        if (depth == 3) {
            throw new IllegalStateException("as asked");
        }
    }

    static void inner() {
        new StringBuilder().append("x");
    }

    public static void main(String[] args) throws Exception {
        inner();
        outer(1);
        inner();
        try {
            outer(3);
        } catch (IllegalStateException expected) {
            inner();
        }
        Thread thread = new Thread(Flows::inner);
        thread.start();
        thread.join();
        if (args.length > 0) {
            System.out.println("ready");
            Thread.sleep(Long.parseLong(args[0]));
        }
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            if (entry.getKey().getName().equals("RevMon")) {
                System.out.println("our thread is seen");
            }
        }
    }
}
