package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.HandlerLikeness.Looked;
import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.step.Handler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Looks at handlers: their windows must be others than those that operations wait for. */
final class HandlerRules {
    private final LintedWorkload subject;
    private final Map<String, Template> landmarks;
    private final LandmarkConditions conditions;

    /**
     * @param landmarks those that can be looked for
     * @param conditions how operations look for them
     */
    HandlerRules(LintedWorkload subject, Map<String, Template> landmarks, LandmarkConditions conditions) {
        this.subject = subject;
        this.landmarks = landmarks;
        this.conditions = conditions;
    }

    void check() throws IOException {
        Map<String, String> ofOperations = LandmarkUses.of(subject.workload().operations());
        List<Handler> handlers = subject.workload().handlers();
        for (int i = 0; i < handlers.size(); i++) {
            check(handlers.get(i), "handlers[" + i + "].when", ofOperations);
        }
    }

    private void check(Handler handler, String path, Map<String, String> ofOperations) throws IOException {
        String landmark = handler.landmark();
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
        Optional<Looked> own = looked(landmark, handler.when().options().similarity());
        for (String other : ofOperations.keySet()) {
            Optional<Looked> its = looked(other, conditions.leastSimilarity(other));
            if (own.isPresent() && its.isPresent() && HandlerLikeness.areAlike(own.get(), its.get())) {
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

    /** Empty for a picture that cannot be looked for, which is told already. */
    private Optional<Looked> looked(String landmark, OptionalDouble similarity) throws IOException {
        Template template = landmarks.get(landmark);
        if (template == null) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(subject.workload().folder().resolve(landmark))) {
            return Optional.of(
                    new Looked(template, ScreenPicture.read(landmark, in).frame(), similarity));
        }
    }
}
