public class Conforming {
    public static void main(String[] args) throws Exception {
        SecurityManager manager = new SecurityManager();
        Object context = manager.getSecurityContext();
        try {
            manager.checkPermission(new RuntimePermission("exitVM"), context);
        } catch (SecurityException expected) {
            expected.getMessage();
        }
    }
}
