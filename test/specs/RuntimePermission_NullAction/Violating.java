public class Violating {
    public static void main(String[] args) throws Exception {
        new RuntimePermission("exitVM", "read"); // violation: RuntimePermission_NullAction
    }
}
