package revmon.maven;

import java.util.Properties;

/**
 * What the revmon command asks of this extension, given as -Drevmon.maven.* on Maven's command line. User properties are
 * handed on to test JVMs by Surefire, so they are taken out of the session as soon as they have been read: the program under
 * test sees the properties that it would see without RevMon.
 */
final class Settings {
    private static final String AGENT = "revmon.maven.agent";
    private static final String FOLDER = "revmon.maven.folder";
    private static final String EXTENSION = "maven.ext.class.path";
    private static volatile Settings current;

    /** The JVM argument that loads the agent: -agentpath:... */
    final String agent;
    /** Takes what Maven knows about each module, and the progress. */
    final String folder;

    private Settings(String agent, String folder) {
        this.agent = agent;
        this.folder = folder;
    }

    /** Reads and removes the settings; later calls, on properties that no longer have them, change nothing. */
    static void take(Properties user) {
        String agent = user.getProperty(AGENT);
        String folder = user.getProperty(FOLDER);
        if (agent == null || folder == null) {
            return;
        }
        current = new Settings(agent, folder);
        user.remove(AGENT);
        user.remove(FOLDER);
        user.remove(EXTENSION);
    }

    /** Null when Maven was not started by revmon. */
    static Settings get() {
        return current;
    }
}
