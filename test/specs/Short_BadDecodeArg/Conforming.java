public class Conforming {
    public static void main(String[] args) throws Exception {
        Short.decode("0x7fff");
        Short.decode("-010");
    }
}
