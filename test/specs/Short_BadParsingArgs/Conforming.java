public class Conforming {
    public static void main(String[] args) throws Exception {
        Short.parseShort("12");
        Short.parseShort("-7f", 16);
    }
}
