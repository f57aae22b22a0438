public class Violating {
    public static void main(String[] args) throws Exception {
        new Resource().finalize(); // violation: Object_FinalizeCall
    }

    static class Resource {
        @Override
        protected void finalize() {
            hashCode();
        }
    }
}
