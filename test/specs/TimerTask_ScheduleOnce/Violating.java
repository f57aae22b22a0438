import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        TimerTask task = task();
        timer.schedule(task, 1);
        try {
            timer.schedule(task, 1); // violation: TimerTask_ScheduleOnce
        } catch (IllegalStateException expected) {
            timer.cancel();
        }
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
