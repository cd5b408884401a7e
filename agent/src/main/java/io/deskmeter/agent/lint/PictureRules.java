package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.Finding.Severity;
import io.deskmeter.vision.Detail;
import io.deskmeter.vision.Template;
import io.deskmeter.vision.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Looks at each landmark by itself: can it be read, is there enough in it to be recognised by, does an operation use it? */
final class PictureRules {
    /** Smaller pictures hold less than an icon. */
    private static final int LEAST_SIDE = 8;

    /** A picture of fewer pixels must have the contrast of an icon, black on white. */
    private static final int SMALL = 400;

    private static final double ICON_CONTRAST = 60;

    /** Noise of encoders is up to 3, see {@link Template}. */
    private static final double LEAST_CONTRAST = 8;

    private static final double LOW_CONTRAST = 16;

    /** Of the greys: a thin line on an even area has less. */
    private static final double LEAST_ENTROPY = 0.3;

    private static final double LOW_ENTROPY = 0.8;

    /** The share of squares with a pattern. */
    private static final double LOW_PATTERN = 0.15;

    /** A direction in which a hundredth of the other's detail is, and less, has none: what is there is the noise of encoders. */
    private static final double ONE_DIRECTION = 100;

    private static final String CUT =
            "cut a picture of 64 to 200 pixels with text or shapes that differ in both directions, from a screenshot"
                    + " in true size";

    private final LintedWorkload subject;
    private final Map<String, String> uses;

    /** @param uses landmark to the operation that names it first */
    PictureRules(LintedWorkload subject, Map<String, String> uses) {
        this.subject = subject;
        this.uses = uses;
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
                }
            } catch (TemplateException e) {
                subject.of(
                        Severity.ERROR,
                        "landmark-unreadable",
                        landmark,
                        use.getValue(),
                        String.valueOf(e.getMessage()),
                        "no session that uses the workload can start",
                        "save the picture as PNG again; " + CUT);
            }
        }
        unused();
        return usable;
    }

    /** Whether the finder's answers mean something. */
    private boolean isDetailed(String landmark, String operation, Template template) {
        Detail detail = Detail.of(template);
        String size = template.width() + "x" + template.height() + " pixels";
        if (Math.min(template.width(), template.height()) < LEAST_SIDE) {
            subject.of(
                    Severity.ERROR,
                    "landmark-too-small",
                    landmark,
                    operation,
                    size,
                    "so few pixels are found by chance in other parts of the screen (expected: at least " + LEAST_SIDE
                            + " on each side, best 64 to 200)",
                    CUT);
            return false;
        }
        if (template.width() * template.height() < SMALL && detail.contrast() < ICON_CONTRAST) {
            subject.of(
                    Severity.WARNING,
                    "landmark-too-small",
                    landmark,
                    operation,
                    size + ", contrast " + number(detail.contrast()),
                    "a picture of fewer than " + SMALL + " pixels is found by chance unless its contrast is at least "
                            + number(ICON_CONTRAST),
                    CUT);
        }
        String tooPlain = tooPlain(detail);
        String ratherPlain = ratherPlain(detail);
        if (!tooPlain.isEmpty()) {
            plain(Severity.ERROR, landmark, operation, tooPlain);
        } else if (!ratherPlain.isEmpty()) {
            plain(Severity.WARNING, landmark, operation, ratherPlain);
        }
        return tooPlain.isEmpty();
    }

    private void plain(Severity severity, String landmark, String operation, String value) {
        subject.of(
                severity,
                "landmark-too-plain",
                landmark,
                operation,
                value,
                "there is too little in it to recognise it by, so other parts of the screen match it too",
                CUT);
    }

    private static String tooPlain(Detail detail) {
        if (detail.contrast() < LEAST_CONTRAST) {
            return "contrast of the greys " + number(detail.contrast()) + " (expected: at least "
                    + number(LEAST_CONTRAST) + ")";
        }
        double more = Math.max(detail.across(), detail.down());
        if (Math.min(detail.across(), detail.down()) * ONE_DIRECTION <= more) {
            return "looks the same when it is moved " + (detail.across() < detail.down() ? "sideways" : "up or down")
                    + " (expected: detail in both directions)";
        }
        if (detail.entropy() < LEAST_ENTROPY) {
            return "entropy of the greys " + number(detail.entropy()) + " bits (expected: at least "
                    + number(LEAST_ENTROPY) + ")";
        }
        return "";
    }

    private static String ratherPlain(Detail detail) {
        if (detail.contrast() < LOW_CONTRAST) {
            return "contrast of the greys " + number(detail.contrast()) + " (better: at least " + number(LOW_CONTRAST)
                    + ")";
        }
        if (detail.entropy() < LOW_ENTROPY) {
            return "entropy of the greys " + number(detail.entropy()) + " bits (better: at least " + number(LOW_ENTROPY)
                    + ")";
        }
        if (detail.patterned() < LOW_PATTERN) {
            return Math.round(detail.patterned() * 100) + " % of its area has a pattern (better: at least "
                    + Math.round(LOW_PATTERN * 100) + " %)";
        }
        return "";
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
                    .filter(name -> !uses.containsKey(name))
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

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }
}
