import javax.net.ssl.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        context.createSSLEngine();
        SSLContext.getInstance("Default").createSSLEngine();
    }
}
