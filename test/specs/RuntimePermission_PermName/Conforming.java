public class Conforming {
    public static void main(String[] args) throws Exception {
        new RuntimePermission("access.*");
        new RuntimePermission("*");
        new RuntimePermission("exitVM");
    }
}
