// release: 11
import com.sun.net.httpserver.HttpServer;
import java.io.*;
import java.net.*;
import java.net.http.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 3);
            exchange.getResponseBody().write(new byte[3]);
            exchange.close();
        });
        server.start();
        URI uri = new URI("http", null, server.getAddress().getHostString(), server.getAddress().getPort(), "/", null, null);
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        try (InputStream closed = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body()) {
            closed.read();
        }
        InputStream drained = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
        while (drained.read() >= 0) {
        }
        InputStream wrapped = client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
        new InputStreamReader(wrapped).close();
        client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body().readAllBytes();
        client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        server.stop(0);
    }
}
