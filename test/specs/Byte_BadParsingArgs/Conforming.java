public class Conforming {
    public static void main(String[] args) throws Exception {
        Byte.parseByte("12", 16);
        Byte.parseByte("-12");
    }
}
