public class Conforming {
    public static void main(String[] args) throws Exception {
        Long.decode("10");
        Long.decode("0x10");
    }
}
