public class Violating {
    public static void main(String[] args) throws Exception {
        Character.toCodePoint('a', 'b'); // violation: Character_ValidateChar
        Character.charCount(-1); // violation: Character_ValidateChar
    }
}
