public class Violating {
    public static void main(String[] args) throws Exception {
        new RuntimePermission("access*"); // violation: RuntimePermission_PermName
        new RuntimePermission("*.access"); // violation: RuntimePermission_PermName
    }
}
