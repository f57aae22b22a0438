import java.text.SimpleDateFormat;
import java.time.format.DateTimeFormatter;

public class Violating {
    public static void main(String[] args) throws Exception {
        DateTimeFormatter.ofPattern("YYYY-MM-dd"); // violation: DateTimeFormatter_WeekBasedYear
        new SimpleDateFormat("dd.MM.YYYY"); // violation: DateTimeFormatter_WeekBasedYear
    }
}
