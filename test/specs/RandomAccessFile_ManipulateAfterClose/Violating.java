import java.io.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        File path = File.createTempFile("pair", ".bin");
        RandomAccessFile file = new RandomAccessFile(path, "rw");
        file.writeInt(1);
        file.close();
        try {
            file.seek(0); // violation: RandomAccessFile_ManipulateAfterClose
        } catch (IOException expected) {
            path.delete();
        }
    }
}
