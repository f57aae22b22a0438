// release: 11
import java.net.URI;
import java.net.http.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        HttpRequest.Builder builder = HttpRequest.newBuilder();
        builder.uri(URI.create("http://localhost/"));
        builder.build();
        HttpRequest.newBuilder(URI.create("http://localhost/")).build();
    }
}
