public class Violating {
    public static void main(String[] args) throws Exception {
        ThreadLocal<String> context = new ThreadLocal<>();
        context.set("a");
        context.remove();
        context.get(); // violation: ThreadLocal_GetAfterRemove
    }
}
