import java.text.*;
import java.util.Date;

public class Violating {
    public static void main(String[] args) throws Exception {
        DateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        format.format(new Date(0));
        Thread thread = new Thread(() -> {
            format.format(new Date(0)); // violation: DateFormat_ThreadSafe
        });
        thread.start();
        thread.join();
    }
}
