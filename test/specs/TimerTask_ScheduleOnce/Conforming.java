import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        TimerTask task = task();
        timer.schedule(task, 1);
        task.cancel();
        timer.schedule(task(), 1);
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
