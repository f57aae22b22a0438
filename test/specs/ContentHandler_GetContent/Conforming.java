import java.net.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new Constant().hashCode();
    }

    static class Constant extends ContentHandler {
        @Override
        public Object getContent(URLConnection connection) {
            return "content";
        }
    }
}
