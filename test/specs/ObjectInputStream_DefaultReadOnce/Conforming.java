import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new ObjectInputStream(new ByteArrayInputStream(bytes(new Outer()))).readObject();
    }

    static byte[] bytes(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    static class Inner implements Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    static class Outer implements Serializable {
        private static final long serialVersionUID = 1;
        final Inner inner = new Inner();

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }
}
