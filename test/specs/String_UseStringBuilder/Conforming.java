public class Conforming {
    public static void main(String[] args) throws Exception {
        StringBuilder builder = new StringBuilder("a");
        builder.toString().length();
        new String(new char[] {'a'}).length();
    }
}
