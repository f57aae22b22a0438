import java.net.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[0]);
        loader.getResource("a");
        loader.close();
        loader.getResource("b"); // violation: URLClassLoader_UseAfterClose
    }
}
