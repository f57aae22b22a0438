public class Conforming {
    public static void main(String[] args) throws Exception {
        try {
            new Name(false).compareTo(null);
        } catch (NullPointerException expected) {
            new Name(true).compareTo(new Name(true));
        }
    }

    static class Name implements Comparable<Name> {
        final boolean lenient;

        Name(boolean lenient) {
            this.lenient = lenient;
        }

        @Override
        public int compareTo(Name other) {
            return lenient && other == null ? 1 : other.hashCode();
        }
    }
}
