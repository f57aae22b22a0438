public class Violating {
    public static void main(String[] args) throws Exception {
        new Name(true).compareTo(null); // violation: Comparable_CompareToNullException
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
