import java.lang.invoke.*;

public class Violating {
    public static void main(String[] args) throws Throwable {
        MethodHandle length =
                MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
        try {
            Object result = length.invokeExact("text"); // violation: MethodHandle_WrongType
            result.hashCode();
        } catch (WrongMethodTypeException expected) {
            expected.getMessage();
        }
    }
}
