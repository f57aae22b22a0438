// release: 11
import java.net.URI;
import java.net.http.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        HttpRequest.Builder builder = HttpRequest.newBuilder();
        try {
            builder.build(); // violation: HttpRequest_UriBeforeBuild
        } catch (IllegalStateException expected) {
            expected.getMessage();
        }
    }
}
