// release: 9
import java.lang.invoke.*;

public class Conforming {
    int count;

    public static void main(String[] args) throws Throwable {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Conforming.class, "count", int.class);
        Conforming object = new Conforming();
        handle.setVolatile(object, 2);
        int before = (int) handle.getAndAdd(object, 1);
        handle.compareAndSet(object, 3, 4);
        try {
            handle.get((Conforming) null);
        } catch (NullPointerException of_the_object) {
            of_the_object.getMessage();
        }
    }
}
