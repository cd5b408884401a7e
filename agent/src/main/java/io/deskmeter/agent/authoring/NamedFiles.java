package io.deskmeter.agent.authoring;

import io.deskmeter.agent.lint.LandmarkUses;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.operation.Operation.Occurrence;
import io.deskmeter.workload.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a workload that its document names: landmarks, and content by <code>${content}/file</code>. The folder's
 * name alone stands for all files of it.
 */
final class NamedFiles {
    private static final Pattern CONTENT = Pattern.compile("\\$\\{content\\}(?:[/\\\\]([A-Za-z0-9._/\\\\-]+))?");

    private final Workload workload;
    private final Set<String> files = new TreeSet<>();

    NamedFiles(Workload workload) {
        this.workload = workload;
    }

    /** Relative to the workload's folder. */
    Set<String> all() throws IOException {
        for (String landmark : LandmarkUses.of(workload).keySet()) {
            files.add(landmark);
            Path mask = Template.maskOf(workload.folder().resolve(landmark));
            if (Files.exists(mask)) {
                files.add(workload.folder().relativize(mask).toString().replace('\\', '/'));
            }
        }
        for (List<String> command : workload.application().commands().values()) {
            content(command);
        }
        for (Operation operation : workload.operations()) {
            for (Occurrence occurrence : operation.occurrences()) {
                steps(occurrence.before());
                steps(occurrence.steps());
            }
        }
        return files;
    }

    private void steps(List<Step> steps) throws IOException {
        for (Step step : steps) {
            if (step instanceof Step.Run run) {
                content(run.command());
            } else if (step instanceof Step.Type type) {
                content(List.of(type.text()));
            }
        }
    }

    private void content(List<String> words) throws IOException {
        Path content = workload.folder().resolve("content");
        for (String word : words) {
            Matcher named = CONTENT.matcher(word);
            while (named.find()) {
                String file = named.group(1) == null ? "" : named.group(1).replace('\\', '/');
                Path path = content.resolve(file).normalize();
                if (path.startsWith(content) && Files.exists(path)) {
                    below(path);
                }
            }
        }
    }

    private void below(Path path) throws IOException {
        try (Stream<Path> walk = Files.walk(path)) {
            walk.filter(Files::isRegularFile)
                    .map(file -> workload.folder().relativize(file).toString().replace('\\', '/'))
                    .forEach(files::add);
        }
    }
}
