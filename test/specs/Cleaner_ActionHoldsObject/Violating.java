// release: 9
import java.lang.ref.*;

public class Violating implements Runnable {
    private final StringBuilder log = new StringBuilder();

    public void run() {
        log.append("cleaned");
    }

    public static void main(String[] args) throws Exception {
        Cleaner cleaner = Cleaner.create();
        Violating own = new Violating();
        cleaner.register(own, own); // violation: Cleaner_ActionHoldsObject
        Violating captured = new Violating();
        cleaner.register(captured, () -> captured.log.append("never")); // violation: Cleaner_ActionHoldsObject
    }
}
