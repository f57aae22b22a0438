public class Conforming {
    public static void main(String[] args) throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        process.exitValue();
    }
}
