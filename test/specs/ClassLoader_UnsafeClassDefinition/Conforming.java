public class Conforming {
    public static void main(String[] args) throws Exception {
        try {
            new Loader().define("javas.util.Fine");
        } catch (ClassFormatError expected) {
            expected.getMessage();
        }
    }

    static class Loader extends ClassLoader {
        void define(String name) {
            defineClass(name, new byte[0], 0, 0);
        }
    }
}
