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

    static class Point extends Base implements Serializable { // violation: Serializable_NoArgConstructor
        private static final long serialVersionUID = 1;

        Point() {
            super(1);
        }
    }
}
