import java.io.Serializable;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Point().hashCode();
    }

    static class Base {
        Base(int n) {
            hashCode();
        }
    }

    static class Point extends Base implements Serializable {
        private static final long serialVersionUID = 1;

        Point() {
            super(1); // violation: Serializable_NoArgConstructor (a class is placed at its first line of code)
        }
    }
}
