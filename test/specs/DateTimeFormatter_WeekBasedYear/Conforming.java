import java.text.SimpleDateFormat;
import java.time.format.DateTimeFormatter;

public class Conforming {
    public static void main(String[] args) throws Exception {
        DateTimeFormatter.ofPattern("yyyy-MM-dd");
        DateTimeFormatter.ofPattern("YYYY-'W'ww");
        new SimpleDateFormat("dd.MM.yyyy");
    }
}
