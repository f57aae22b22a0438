import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Constant().getContent(null); // violation: ContentHandler_GetContent
    }

    static class Constant extends ContentHandler {
        @Override
        public Object getContent(URLConnection connection) {
            return "content";
        }
    }
}
