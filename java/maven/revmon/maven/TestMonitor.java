package revmon.maven;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;

import javax.inject.Named;
import javax.inject.Singleton;

import org.apache.maven.execution.MojoExecutionEvent;
import org.apache.maven.execution.MojoExecutionListener;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;

/**
 * Puts the agent into every JVM that runs tests. A Surefire or Failsafe mojo is met here with all its parameters set, from the
 * pom, the command line or a default, and about to run: the agent goes in front of the argLine it has, whatever its source, and
 * nothing else changes. Late references (@{argLine}) are resolved by the mojo itself, afterwards.
 *
 * Whatever goes wrong here leaves the mojo as it was, and is said in the module's record.
 */
@Named("revmon-tests")
@Singleton
public final class TestMonitor implements MojoExecutionListener {
    private static final String SUREFIRE = "org.apache.maven.plugin.surefire.AbstractSurefireMojo";

    @Override
    public void beforeMojoExecution(MojoExecutionEvent event) {
        Settings.take(event.getSession().getUserProperties());
        Settings settings = Settings.get();
        if (settings == null || Mirror.find(event.getMojo().getClass(), SUREFIRE) == null) {
            return;
        }
        Records record = new Records();
        try {
            String obstacle = null;
            try {
                describe(event, record);
                obstacle = obstacle(event.getMojo());
            } catch (ReflectiveOperationException | RuntimeException e) {
                obstacle = "this Surefire is not understood: " + e;
            }
            Path unfinished = record.begin(settings.folder);
            if (obstacle == null) {
                obstacle = attach(event.getMojo(), Choice.of(settings, unfinished), unfinished, record);
            }
            record.add("obstacle", obstacle);
            record.finish(unfinished);
        } catch (IOException e) {
            // The revmon command sees that there is no record, and says so.
        }
        Records.progress(settings.folder, "tests", event.getProject().getArtifactId());
    }

    /** Why it did not work; null when it did. */
    private static String attach(Object mojo, Choice choice, Path record, Records out) {
        try {
            if (choice.agent != null) {
                addAgent(mojo, choice.agent);
            }
            if (choice.skip) {
                skipTests(mojo);
            }
            if (!choice.leftOut.isEmpty()) {
                out.add("all-tests", TestFilter.leaveOut(mojo, choice.leftOut));
            }
            out.add("selection", choice.selected ? record + ".selection" : null);
            out.add("note", choice.note);
            return null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return "this Surefire is not understood: " + e;
        }
    }

    @Override
    public void afterMojoExecutionSuccess(MojoExecutionEvent event) {
    }

    @Override
    public void afterExecutionFailure(MojoExecutionEvent event) {
    }

    private static void describe(MojoExecutionEvent event, Records record) throws ReflectiveOperationException {
        MavenProject project = event.getProject();
        MojoExecution execution = event.getExecution();
        record.add("tool", "maven");
        record.add("module", project.getGroupId() + ":" + project.getArtifactId());
        record.add("folder", project.getBasedir());
        record.add("runner", execution.getArtifactId() + " " + execution.getVersion());
        record.add("execution", execution.getExecutionId());
        record.add("classes", project.getBuild().getOutputDirectory());
        record.add("test-classes", project.getBuild().getTestOutputDirectory());
        record.addAll("source", project.getCompileSourceRoots());
        record.addAll("test-source", project.getTestCompileSourceRoots());
        try {
            record.addAll("class-path", project.getTestClasspathElements());
        } catch (Exception e) { // DependencyResolutionRequiredException: then nothing is known
            record.add("incomplete", e.getMessage());
        }
        Object reports = Mirror.call(event.getMojo(), "getReportsDirectory");
        record.add("reports", reports instanceof File ? reports : null);
    }

    /** Why no JVM of its own runs the tests; null when one does. */
    private static String obstacle(Object mojo) throws ReflectiveOperationException {
        if (!Boolean.FALSE.equals(Mirror.call(mojo, "isForking"))) {
            return null;
        }
        return "tests run inside Maven's own JVM (forkCount is 0)";
    }

    private static void addAgent(Object mojo, String agent) throws ReflectiveOperationException {
        Field field = Mirror.field(mojo.getClass(), "argLine");
        if (field == null) {
            throw new NoSuchFieldException("argLine");
        }
        String before = (String) field.get(mojo);
        String quoted = quote(agent);
        field.set(mojo, before == null || before.trim().isEmpty() ? quoted : quoted + " " + before);
    }

    private static void skipTests(Object mojo) throws ReflectiveOperationException {
        Field field = Mirror.field(mojo.getClass(), "skipTests");
        if (field != null) {
            field.set(mojo, true);
        }
    }

    /** Surefire takes the line apart at white space, outside quotes. */
    private static String quote(String argument) {
        if (argument.chars().noneMatch(c -> c <= ' ' || c == '"' || c == '\'')) {
            return argument;
        }
        char mark = argument.indexOf('"') < 0 ? '"' : '\'';
        return mark + argument + mark;
    }
}
