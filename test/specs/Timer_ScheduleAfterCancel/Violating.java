import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Timer timer = new Timer(true);
        timer.schedule(task(), 1);
        timer.cancel();
        try {
            timer.schedule(task(), 1); // violation: Timer_ScheduleAfterCancel
        } catch (IllegalStateException expected) {
            expected.getMessage();
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
