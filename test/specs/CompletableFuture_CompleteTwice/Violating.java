import java.util.concurrent.CompletableFuture;

public class Violating {
    public static void main(String[] args) throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        future.complete("a");
        future.complete("b"); // violation: CompletableFuture_CompleteTwice
    }
}
