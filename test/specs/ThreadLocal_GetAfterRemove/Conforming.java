public class Conforming {
    public static void main(String[] args) throws Exception {
        ThreadLocal<String> context = new ThreadLocal<>();
        context.set("a");
        context.get();
        context.remove();
        context.set("b");
        context.get();
    }
}
