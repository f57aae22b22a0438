public class Conforming {
    public static void main(String[] args) throws Exception {
        Byte.decode("0x7f");
        Byte.decode("-010");
    }
}
