package revmon.maven;

import javax.inject.Named;
import javax.inject.Singleton;

import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenExecutionRequest;

/** Tells the revmon command how far the build is. Sees the request before anything else does: settings are taken here. */
@Named("revmon-progress")
@Singleton
public final class Progress extends AbstractEventSpy {
    @Override
    public void onEvent(Object event) {
        if (event instanceof MavenExecutionRequest) {
            Settings.take(((MavenExecutionRequest) event).getUserProperties());
            return;
        }
        Settings settings = Settings.get();
        if (settings == null || !(event instanceof ExecutionEvent)) {
            return;
        }
        ExecutionEvent execution = (ExecutionEvent) event;
        switch (execution.getType()) {
            case SessionStarted:
                int modules = execution.getSession().getProjects().size();
                Records.progress(settings.folder, "modules", Integer.toString(modules));
                break;
            case ProjectStarted:
                Records.progress(settings.folder, "module", execution.getProject().getArtifactId());
                break;
            case ProjectSucceeded:
            case ProjectFailed:
            case ProjectSkipped:
                Records.progress(settings.folder, "done", execution.getProject().getArtifactId());
                break;
            default:
                break;
        }
    }
}
