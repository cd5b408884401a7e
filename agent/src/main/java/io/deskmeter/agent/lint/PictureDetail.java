package io.deskmeter.agent.lint;

import io.deskmeter.agent.lint.LintFinding.Severity;
import io.deskmeter.vision.template.Detail;
import io.deskmeter.vision.template.Template;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a picture is a bad landmark: too little is in it to recognise it by.
 *
 * @param rule {@code landmark-too-small} or {@code landmark-too-plain}
 * @param value what is found
 * @param why it is a mistake
 */
public record PictureDetail(Severity severity, String rule, String value, String why) {
    /** What to do about it. */
    static final String CUT =
            "cut a picture of 64 to 200 pixels with text or shapes that differ in both directions, from a screenshot"
                    + " in true size";

    private static final String TOO_SMALL = "landmark-too-small";

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

    /**
     * A direction in which a hundredth of the other's detail is, and less, has none: what is there is the noise of
     * encoders.
     */
    private static final double ONE_DIRECTION = 100;

    /** The size, if it is wrong. */
    public static Optional<PictureDetail> size(Template template) {
        String size = template.width() + "x" + template.height() + " pixels";
        double contrast = Detail.of(template).contrast();
        if (Math.min(template.width(), template.height()) < LEAST_SIDE) {
            return Optional.of(new PictureDetail(
                    Severity.ERROR,
                    TOO_SMALL,
                    size,
                    "so few pixels are found by chance in other parts of the screen (expected: at least " + LEAST_SIDE
                            + " on each side, best 64 to 200)"));
        }
        if (template.width() * template.height() < SMALL && contrast < ICON_CONTRAST) {
            return Optional.of(new PictureDetail(
                    Severity.WARNING,
                    TOO_SMALL,
                    size + ", contrast " + number(contrast),
                    "a picture of fewer than " + SMALL + " pixels is found by chance unless its contrast is at least "
                            + number(ICON_CONTRAST)));
        }
        return Optional.empty();
    }

    /** What is in it, if that is too little. */
    public static Optional<PictureDetail> content(Template template) {
        Detail detail = Detail.of(template);
        String tooPlain = tooPlain(detail);
        String ratherPlain = ratherPlain(detail);
        if (!tooPlain.isEmpty()) {
            return Optional.of(plain(Severity.ERROR, tooPlain));
        }
        return ratherPlain.isEmpty() ? Optional.empty() : Optional.of(plain(Severity.WARNING, ratherPlain));
    }

    private static PictureDetail plain(Severity severity, String value) {
        return new PictureDetail(
                severity,
                "landmark-too-plain",
                value,
                "there is too little in it to recognise it by, so other parts of the screen match it too");
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

    private static String number(double value) {
        return String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }
}
