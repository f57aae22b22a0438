public class Conforming {
    public static void main(String[] args) throws Exception {
        Integer.decode("#ff");
        Integer.decode("-010");
        try {
            Integer.decode(null); // another mistake than a malformed text
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
