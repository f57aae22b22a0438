import java.io.Serializable;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new Point().hashCode();
    }

    static class Base {
        Base() {
            hashCode();
        }
    }

    static class Point extends Base implements Serializable {
        private static final long serialVersionUID = 1;
    }
}
