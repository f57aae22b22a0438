import java.util.zip.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Deflater deflater = new Deflater();
        deflater.setInput(new byte[4]);
        deflater.end();
        try {
            deflater.deflate(new byte[4]); // violation: Inflater_UseAfterEnd
        } catch (NullPointerException | IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
