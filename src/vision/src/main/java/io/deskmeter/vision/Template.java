package io.deskmeter.vision;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An image to search. Immutable, without native memory: one template serves all sessions.
 *
 * <p>It is <em>at</em> a place of the screen if all of these hold for the pixels that count (those with an alpha of 128 and more):
 *
 * <ul>
 *   <li>the normalised correlation of the greys, which is the score, is at least the threshold;
 *   <li>the contrast (standard deviation of the greys) is between half and twice the template's;
 * <li>the mean absolute difference, of the colour channels and of the grey, is at most 24 of 255: landmarks of the same shape in other colours do not
 * match.
 * </ul>
 *
 * <p>For an image of one colour, correlation is undefined. It is searched as a rectangle of that colour, and its score is 1 − d/64 with the mean
 * absolute difference d of a channel from the image's mean colour.
 */
public final class Template {
    /** The default threshold, see {@link #withThreshold}. */
    public static final double DEFAULT_THRESHOLD = 0.9;

    static final double SCALED_TOLERANCE = 0.1;

    /** An image with more contrast is a pattern; one with less is one colour with encoding noise. */
    static final double LEAST_CONTRAST = 3;

    private final String name;
    private final Pattern pattern;
    private final double threshold;
    private final int meanColour;
    private final @Nullable CoarseFilter coarseFilter;

    private Template(String name, Pattern pattern, double threshold, int meanColour) {
        this.name = name;
        this.pattern = pattern;
        this.threshold = threshold;
        this.meanColour = meanColour;
        this.coarseFilter = isPlain() ? null : new CoarseFilter(pattern, threshold);
    }

    /**
     * Reads a template from a PNG, GIF, BMP or JPEG file. Its name is the file's.
     *
     * @throws TemplateException if the file cannot be read or the image is unsuitable, see {@link #of}
     */
    public static Template load(Path file) throws TemplateException {
        return of(String.valueOf(file.getFileName()), TemplateFile.read(file));
    }

    /**
     * Decodes a template from the bytes of a PNG, GIF, BMP or JPEG file.
     *
     * @param name for messages
     * @throws TemplateException as {@link #load}
     */
    public static Template of(String name, byte[] file) throws TemplateException {
        return of(name, TemplateFile.read(name, file));
    }

    /**
     * Creates a template from an image, which is copied.
     *
     * @param name for messages
     * @throws TemplateException if the image is smaller than 4×4 or larger than 4096×4096, fully transparent, of one colour with
     *     transparent parts, or if its colours differ but not their brightness
     */
    public static Template of(String name, BufferedImage image) throws TemplateException {
        int width = image.getWidth();
        int height = image.getHeight();
        TemplateFile.checkSize(name, width, height);
        Pattern pattern = new Pattern(width, height, image.getRGB(0, 0, width, height, null, 0, width));
        if (pattern.count == 0) {
            throw new TemplateException(name + ": fully transparent (expected: pixels with an alpha of at least "
                    + OpaqueRuns.OPAQUE + " of 255; hint: save the image without an alpha channel)");
        }
        PlainColour mean = PlainColour.of(pattern);
        if (pattern.contrast() < LEAST_CONTRAST) {
            mean.check(name, pattern);
        }
        return new Template(name, pattern, DEFAULT_THRESHOLD, mean.rgb());
    }

    public String name() {
        return name;
    }

    /** In pixels. */
    public int width() {
        return pattern.width;
    }

    /** In pixels. */
    public int height() {
        return pattern.height;
    }

    /** The least score of a match, above 0, at most 1. */
    public double threshold() {
        return threshold;
    }

    /** The same image with another threshold, above 0 and at most 1. */
    public Template withThreshold(double other) {
        if (!(other > 0 && other <= 1)) {
            throw new IllegalArgumentException(
                    "threshold of " + name + ": " + other + " (expected: above 0, at most 1; usual: 0.9)");
        }
        return new Template(name, pattern, other, meanColour);
    }

    /**
     * The image as a display of another scale shows it, such as 1.25 for 125 %: scaled as programs do it. Programs interpolate differently, so its
     * threshold is lower by {@value #SCALED_TOLERANCE}.
     *
     * @param scale 0.25 to 4
     * @throws TemplateException if the image is unsuitable at that scale, see {@link #of}
     */
    public Template atScale(double scale) throws TemplateException {
        if (!(scale >= 0.25 && scale <= 4)) {
            throw new IllegalArgumentException("scale of " + name + ": " + scale + " (expected: 0.25 to 4)");
        }
        int width = (int) Math.round(pattern.width * scale);
        int height = (int) Math.round(pattern.height * scale);
        String scaledName = name + " at " + Math.round(scale * 100) + " %";
        TemplateFile.checkSize(scaledName, width, height);
        Template scaled = of(scaledName, Resample.scaled(pattern.image(), width, height));
        return scaled.withThreshold(Math.max(Math.ulp(1.0), threshold - SCALED_TOLERANCE));
    }

    /** Whether the image is of one colour. */
    public boolean isPlain() {
        return pattern.contrast() < LEAST_CONTRAST;
    }

    Pattern pattern() {
        return pattern;
    }

    /** Created once for all matchers; only a template with a pattern has one. */
    CoarseFilter coarseFilter() {
        return Objects.requireNonNull(coarseFilter, () -> name + ": is of one colour and has no coarse filter");
    }

    int meanColour() {
        return meanColour;
    }

    @Override
    public String toString() {
        return name + " " + width() + "x" + height();
    }
}
