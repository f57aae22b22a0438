import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        timer.schedule(task(), 1);
        timer.schedule(task(), 1);
        timer.cancel();
        timer.cancel();
    }

    static TimerTask task() {
        return new TimerTask() {
            @Override
            public void run() {
                hashCode();
            }
        };
    }
}
