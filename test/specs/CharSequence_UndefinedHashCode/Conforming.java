public class Conforming {
    public static void main(String[] args) throws Exception {
        Token token = new Token("a");
        "a".contentEquals(token);
        "a".equals("b");
    }

    static class Token implements CharSequence {
        final String text;

        Token(String text) {
            this.text = text;
        }

        public int length() {
            return text.length();
        }

        public char charAt(int index) {
            return text.charAt(index);
        }

        public CharSequence subSequence(int start, int end) {
            return new Token(text.substring(start, end));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Token && ((Token) other).text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }
}
