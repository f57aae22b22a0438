public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            new Loader().define("java.util.Evil");
        } catch (SecurityException expected) {
            expected.getMessage();
        }
    }

    static class Loader extends ClassLoader {
        void define(String name) {
            defineClass(name, new byte[0], 0, 0); // violation: ClassLoader_UnsafeClassDefinition
        }
    }
}
