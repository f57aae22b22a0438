import java.io.*;
import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            out.writeObject(new InvalidPropertiesFormatException("bad").toString());
            out.writeObject(new IOException("fine"));
        }
    }
}
