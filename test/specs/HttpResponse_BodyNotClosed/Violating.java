// release: 11
import com.sun.net.httpserver.HttpServer;
import java.io.*;
import java.net.*;
import java.net.http.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 3);
            exchange.getResponseBody().write(new byte[3]);
            exchange.close();
        });
        server.start();
        URI uri = new URI("http", null, server.getAddress().getHostString(), server.getAddress().getPort(), "/", null, null);
        HttpResponse<InputStream> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofInputStream());
        response.body().read(); // violation at the end of the program: HttpResponse_BodyNotClosed
        server.stop(0);
    }
}
