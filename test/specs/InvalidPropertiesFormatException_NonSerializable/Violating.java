import java.io.*;
import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            out.writeObject(new InvalidPropertiesFormatException("bad")); // violation: InvalidPropertiesFormatException_NonSerializable
        } catch (NotSerializableException expected) {
            expected.getMessage();
        }
    }
}
