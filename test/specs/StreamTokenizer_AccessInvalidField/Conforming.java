import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        StreamTokenizer tokenizer = new StreamTokenizer(new StringReader("word 42"));
        tokenizer.nextToken();
        String word = tokenizer.sval;
        word = tokenizer.sval;
        tokenizer.nextToken();
        double number = tokenizer.nval;
    }
}
