public class Violating {
    public static void main(String[] args) throws Exception {
        try {
            Thread.State.valueOf("NEW "); // violation: Enum_NoExtraWhiteSpace
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
        try {
            Enum.valueOf(Thread.State.class, " NEW"); // violation: Enum_NoExtraWhiteSpace
        } catch (IllegalArgumentException expected) {
            expected.getMessage();
        }
    }
}
