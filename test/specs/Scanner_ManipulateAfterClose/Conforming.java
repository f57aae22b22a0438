import java.io.*;
import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Reader source = new StringReader("one two");
        Scanner scanner = new Scanner(source);
        source.read();
        scanner.close();
        new StringReader("three").read();
    }
}
