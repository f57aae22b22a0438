import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject("text");
        out.writeObject("text");
        out.close();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        in.readObject(); // violation: ObjectInputStream_NoFilter
        in.readObject();
        in.close();
    }
}
