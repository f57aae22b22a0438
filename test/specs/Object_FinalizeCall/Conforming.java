public class Conforming {
    public static void main(String[] args) throws Exception {
        new Resource().close();
    }

    static class Resource {
        @Override
        protected void finalize() {
            close();
        }

        void close() {
            hashCode();
        }
    }
}
