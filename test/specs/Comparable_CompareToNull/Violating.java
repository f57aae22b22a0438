public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            "a".compareTo(null); // violation: Comparable_CompareToNull
        } catch (NullPointerException expected) {
            expected.getMessage();
        }
    }
}
