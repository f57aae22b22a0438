import java.util.Random;

public class Conforming {
    public static void main(String[] args) throws Exception {
        new Dice().nextInt();
    }

    static class Dice extends Random {
        @Override
        protected int next(int bits) {
            return 4;
        }
    }
}
