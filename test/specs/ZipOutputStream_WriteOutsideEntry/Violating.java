import java.io.*;
import java.util.zip.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ZipOutputStream zip = new ZipOutputStream(new ByteArrayOutputStream());
        zip.putNextEntry(new ZipEntry("a"));
        zip.write(1);
        zip.closeEntry();
        try {
            zip.write(2); // violation: ZipOutputStream_WriteOutsideEntry
        } catch (ZipException expected) {
            expected.getMessage();
        }
    }
}
