import java.util.zip.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[4]);
        deflater.deflate(new byte[4]);
        deflater.end();
        deflater.end();
    }
}
