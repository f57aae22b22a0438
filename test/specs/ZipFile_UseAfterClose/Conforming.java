import java.io.*;
import java.util.zip.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        File file = archive();
        ZipFile zip = new ZipFile(file);
        zip.getEntry("a");
        zip.size();
        zip.close();
        zip.close();
        file.delete();
    }

    static File archive() throws IOException {
        File file = File.createTempFile("pair", ".zip");
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(file))) {
            out.putNextEntry(new ZipEntry("a"));
        }
        return file;
    }
}
