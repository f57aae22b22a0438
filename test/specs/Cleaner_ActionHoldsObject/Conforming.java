// release: 9
import java.lang.ref.*;

public class Conforming {
    private final StringBuilder log = new StringBuilder();

    public static void main(String[] args) throws Exception {
        Cleaner cleaner = Cleaner.create();
        Conforming object = new Conforming();
        StringBuilder log = object.log;
        cleaner.register(object, () -> log.append("cleaned"));
        Conforming another = new Conforming();
        cleaner.register(another, () -> object.log.append("holds another one"));
    }
}
