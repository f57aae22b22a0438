import java.io.*;
import java.util.zip.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ZipOutputStream zip = new ZipOutputStream(new ByteArrayOutputStream());
        zip.putNextEntry(new ZipEntry("a"));
        zip.write(1);
        zip.closeEntry();
        zip.putNextEntry(new ZipEntry("b"));
        zip.write(2);
        zip.close();
    }
}
