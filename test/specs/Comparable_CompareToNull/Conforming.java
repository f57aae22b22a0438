public class Conforming {
    public static void main(String[] args) throws Exception {
        "a".compareTo("b");
        "a".equals(null);
    }
}
