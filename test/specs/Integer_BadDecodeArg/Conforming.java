public class Conforming {
    public static void main(String[] args) throws Exception {
        Integer.decode("#ff");
        Integer.decode("-010");
    }
}
