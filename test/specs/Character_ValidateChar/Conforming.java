public class Conforming {
    public static void main(String[] args) throws Exception {
        Character.toCodePoint('\ud83d', '\ude00');
        Character.charCount(0x1f600);
    }
}
