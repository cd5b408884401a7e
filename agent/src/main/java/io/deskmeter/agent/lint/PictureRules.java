package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.vision.template.CaretShape;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Looks at each landmark by itself: can it be read, is there enough in it to be recognised by, does an operation use
 * it?
 */
final class PictureRules {
    private final LintedWorkload subject;
    private final Map<String, String> uses;
    private final Predicate<String> isTolerated;

    /**
     * @param uses landmark to the operation that names it first
     * @param isTolerated whether a caret may stand in a landmark wherever a condition looks for it
     */
    PictureRules(LintedWorkload subject, Map<String, String> uses, Predicate<String> isTolerated) {
        this.subject = subject;
        this.uses = uses;
        this.isTolerated = isTolerated;
    }

    /** Checks all, and returns those in which something can be looked for. */
    Map<String, Template> check() throws IOException {
        Map<String, Template> usable = new LinkedHashMap<>();
        for (Map.Entry<String, String> use : uses.entrySet()) {
            String landmark = use.getKey();
            try {
                Template template = Template.load(subject.workload().folder().resolve(landmark));
                if (isDetailed(landmark, use.getValue(), template)) {
                    usable.put(landmark, template);
                    caret(landmark, use.getValue(), template);
                }
            } catch (TemplateException e) {
                subject.of(
                        Severity.ERROR,
                        "landmark-unreadable",
                        landmark,
                        use.getValue(),
                        String.valueOf(e.getMessage()),
                        "no session that uses the workload can start",
                        "save the picture as PNG again; " + PictureDetail.CUT);
            }
        }
        unused();
        return usable;
    }

    /** Whether the finder's answers mean something. */
    private boolean isDetailed(String landmark, String operation, Template template) {
        Optional<PictureDetail> size = PictureDetail.size(template);
        size.ifPresent(detail -> found(detail, landmark, operation));
        if (size.isPresent() && size.get().severity() == Severity.ERROR) {
            return false;
        }
        Optional<PictureDetail> content = PictureDetail.content(template);
        content.ifPresent(detail -> found(detail, landmark, operation));
        return content.isEmpty() || content.get().severity() != Severity.ERROR;
    }

    private void caret(String landmark, String operation, Template template) {
        if (isTolerated.test(landmark)) {
            return;
        }
        CaretShape.find(template)
                .ifPresent(bar -> subject.of(
                        Severity.WARNING,
                        "landmark-caret",
                        landmark,
                        operation,
                        "a bar like a text caret at " + bar,
                        "a caret blinks, so the landmark is there half of the time; a response ends when it blinks",
                        "cut the picture without it, write `tolerate: caret` in the condition, or exclude it with the mask "
                                + Template.maskOf(Path.of(landmark)).toString().replace('\\', '/')));
    }

    private void found(PictureDetail detail, String landmark, String operation) {
        subject.of(
                detail.severity(), detail.rule(), landmark, operation, detail.value(), detail.why(), PictureDetail.CUT);
    }

    private boolean isUsedMask(String name) {
        return uses.keySet().stream()
                .anyMatch(landmark -> Template.maskOf(Path.of(landmark))
                        .toString()
                        .replace('\\', '/')
                        .equals(name));
    }

    private void unused() throws IOException {
        Path folder = subject.workload().folder();
        if (!Files.isDirectory(folder.resolve("landmarks"))) {
            return;
        }
        List<String> pictures;
        try (Stream<Path> files = Files.walk(folder.resolve("landmarks"))) {
            pictures = files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .filter(name -> !uses.containsKey(name) && !isUsedMask(name))
                    .sorted()
                    .toList();
        }
        for (String picture : pictures) {
            subject.of(
                    Severity.WARNING,
                    "landmark-unused",
                    picture,
                    "",
                    "named by no operation",
                    "it belongs to the workload's checksum, and is sent to every agent, for nothing",
                    "name it in a condition, or delete it");
        }
    }
}
