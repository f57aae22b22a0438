import java.lang.invoke.*;

public class Conforming {
    public static void main(String[] args) throws Throwable {
        MethodHandle length =
                MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
        int exact = (int) length.invokeExact("text");
        Object adjusted = length.invoke("text");
        MethodHandle charAt = MethodHandles.lookup()
                .findVirtual(String.class, "charAt", MethodType.methodType(char.class, int.class));
        try {
            charAt.invoke("text", 9);
        } catch (StringIndexOutOfBoundsException of_the_target) {
            of_the_target.getMessage();
        }
    }
}
