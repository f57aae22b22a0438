import java.util.Random;

public class Violating {
    public static void main(String[] args) throws Exception {
        new Dice().nextInt();
    }

    static class Dice extends Random { // violation: Random_OverrideNext
        @Override
        public int nextInt() {
            return 4;
        }
    }
}
