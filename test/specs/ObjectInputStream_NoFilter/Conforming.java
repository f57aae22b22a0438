// release: 9
import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeInt(1);
        out.writeObject("text");
        out.close();
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        in.readInt();
        in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.lang.*;!*"));
        in.readObject();
        in.close();
    }
}
