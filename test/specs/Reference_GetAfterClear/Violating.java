import java.lang.ref.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Reference<Object> reference = new WeakReference<>("a");
        reference.clear();
        reference.get(); // violation: Reference_GetAfterClear
    }
}
