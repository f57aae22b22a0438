import java.text.*;
import java.util.Date;

public class Conforming {
    public static void main(String[] args) throws Exception {
        DateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        format.format(new Date(0));
        Thread thread = new Thread(() -> {
            new SimpleDateFormat("yyyy-MM-dd").format(new Date(0));
            synchronized (format) {
                format.format(new Date(0));
            }
        });
        thread.start();
        thread.join();
    }
}
