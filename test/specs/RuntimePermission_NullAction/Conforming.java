public class Conforming {
    public static void main(String[] args) throws Exception {
        new RuntimePermission("exitVM", null);
        new RuntimePermission("exitVM");
    }
}
