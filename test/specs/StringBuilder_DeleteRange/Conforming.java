public class Conforming {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder("a,");
        text.deleteCharAt(text.length() - 1);
        text.setLength(0);
    }
}
