package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.Finding.Severity;
import io.deskmeter.vision.Template;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.workload.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Looks at handlers: their windows must be others than those that operations wait for. */
final class HandlerRules {
    private final LintedWorkload subject;
    private final Map<String, Template> landmarks;

    /** @param landmarks those that can be looked for */
    HandlerRules(LintedWorkload subject, Map<String, Template> landmarks) {
        this.subject = subject;
        this.landmarks = landmarks;
    }

    void check() throws IOException {
        Map<String, String> ofOperations = LandmarkUses.of(subject.workload().operations());
        List<Handler> handlers = subject.workload().handlers();
        for (int i = 0; i < handlers.size(); i++) {
            check(handlers.get(i).landmark(), "handlers[" + i + "].when", ofOperations);
        }
    }

    private void check(String landmark, String path, Map<String, String> ofOperations) throws IOException {
        if (ofOperations.containsKey(landmark)) {
            subject.at(
                    Severity.ERROR,
                    "handler-of-operation",
                    path,
                    ofOperations.get(landmark),
                    landmark + ", which operation " + ofOperations.get(landmark) + " names, too",
                    "the handler dismisses what the workload itself has opened, as soon as another operation is next",
                    "take another picture for the window that comes by itself, or leave the handler out");
            return;
        }
        for (String other : ofOperations.keySet()) {
            if (landmarks.containsKey(other) && (shows(landmark, other) || shows(other, landmark))) {
                subject.at(
                        Severity.ERROR,
                        "handler-of-operation",
                        path,
                        ofOperations.get(other),
                        landmark + ", which is like " + other + " of operation " + ofOperations.get(other),
                        "the handler dismisses what the operation waits for",
                        "take a part of the window that no picture of the operations has, as its title");
            }
        }
    }

    /** Whether the finder finds one landmark in the picture of another. */
    private boolean shows(String shown, String sought) throws IOException {
        Template template = landmarks.get(sought);
        if (template == null || !landmarks.containsKey(shown)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(subject.workload().folder().resolve(shown));
                TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(Picture.read(shown, in).shown());
            return matcher.fits(template) && matcher.find(template).found();
        }
    }
}
