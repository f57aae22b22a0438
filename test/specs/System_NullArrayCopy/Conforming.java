public class Conforming {
    public static void main(String[] args) throws Exception {
        System.arraycopy(new int[1], 0, new int[1], 0, 1);
    }
}
