public class Violating {
    public static void main(String[] args) throws Exception {
        SecurityManager manager = new SecurityManager();
        Object context = new Object();
        try {
            manager.checkPermission(new RuntimePermission("exitVM"), context); // violation: SecurityManager_Permission
        } catch (SecurityException expected) {
            expected.getMessage();
        }
    }
}
