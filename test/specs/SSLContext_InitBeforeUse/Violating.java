import javax.net.ssl.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        try {
            context.createSSLEngine(); // violation: SSLContext_InitBeforeUse
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
