// release: 9
import java.lang.invoke.*;

public class Violating {
    final int fixed = Integer.parseInt("1");
    boolean flag;

    public static void main(String[] args) throws Throwable {
        VarHandle handle = MethodHandles.lookup().findVarHandle(Violating.class, "fixed", int.class);
        try {
            handle.setVolatile(new Violating(), 2); // violation: VarHandle_UnsupportedAccess
        } catch (UnsupportedOperationException expected) {
            expected.getMessage();
        }
        VarHandle flag = MethodHandles.lookup().findVarHandle(Violating.class, "flag", boolean.class);
        try {
            flag.set(new Violating(), "yes"); // violation: VarHandle_UnsupportedAccess
        } catch (WrongMethodTypeException expected) {
            expected.getMessage();
        }
    }
}
