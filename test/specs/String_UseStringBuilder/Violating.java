public class Violating {
    public static void main(String[] args) throws Exception {
        StringBuilder builder = new StringBuilder("a");
        new String(builder).length(); // violation: String_UseStringBuilder
    }
}
