package revmon.rt;

/**
 * Which files that are opened does a test depend on? Those below the program's folder, other than classes and archives
 * of classes, which are known otherwise, and the files by which a build tool talks to the JVM.
 */
final class FileNames {
    private static volatile String folder;

    private FileNames() {}

    static boolean matters(String path) {
        if (path.endsWith(".class") || path.endsWith(".jar") || path.contains("surefire") && path.endsWith("tmp")) {
            return false;
        }
        if (!path.startsWith("/")) {
            return true;
        }
        String below = folder;
        if (below == null) {
            below = System.getProperty("user.dir", "/");
            folder = below = below.endsWith("/") ? below : below + "/";
        }
        return path.startsWith(below);
    }
}
