public class Conforming {
    public static void main(String[] args) throws Exception {
        Long.parseLong("12 ".trim());
        Long.parseLong("zz", 36);
    }
}
