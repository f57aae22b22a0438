import java.io.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        File path = File.createTempFile("pair", ".bin");
        RandomAccessFile file = new RandomAccessFile(path, "rw");
        file.writeInt(1);
        file.seek(0);
        file.close();
        path.delete();
    }
}
