import java.util.concurrent.CompletableFuture;

public class Conforming {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        future.complete("a");
        if (!future.isDone()) {
            future.complete("b");
        }
    }
}
