public class Violating {
    public static void main(String[] args) throws Exception {
        Process process = new ProcessBuilder("sleep", "5").start();
        try {
            process.exitValue(); // violation: Process_ExitValueBeforeEnd
        } catch (IllegalThreadStateException expected) {
            process.destroy();
        }
    }
}
