import java.lang.ref.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Reference<Object> reference = new WeakReference<>("a");
        reference.get();
        reference.clear();
    }
}
