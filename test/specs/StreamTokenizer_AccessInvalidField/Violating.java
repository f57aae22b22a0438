import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        StreamTokenizer tokenizer = new StreamTokenizer(new StringReader("word 42"));
        tokenizer.nextToken();
        String word = tokenizer.sval;
        tokenizer.nextToken();
        word = tokenizer.sval; // violation: StreamTokenizer_AccessInvalidField
    }
}
