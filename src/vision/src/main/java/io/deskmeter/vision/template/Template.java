package io.deskmeter.vision.template;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.CoarseFilter;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.verify.CaretBar;
import io.deskmeter.vision.verify.PlainSpots;
import io.deskmeter.vision.verify.Resampled;
import io.deskmeter.vision.verify.Residue;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An image to search. Immutable, without native memory: one template serves all sessions.
 *
 * <p>It is <em>at</em> a place of the screen if all of these hold for the pixels that count (those with an alpha of 128
 * and more):
 *
 * <ul>
 *   <li>the normalised correlation of the greys, which is the score, is at least the threshold;
 *   <li>the contrast (standard deviation of the greys) is between half and twice the template's;
 *   <li>the mean absolute difference, of the colour channels and of the grey, is at most 24 of 255: landmarks of the
 *       same shape in other colours do not match;
 *   <li>no detail differs by more than the loss of a codec explains, see {@code Residue};
 *   <li>the place is clearly nearer to the template than to others that look like it, see {@link #besides};
 *   <li>no place that shows mostly the same pixels has a higher score, is nearer in colours, and fails one of these: it
 *       is the place of another picture, seen shifted. A place at which no channel differs by more than one step is the
 *       template's own, whatever is beside it.
 * </ul>
 *
 * <p>For an image of one colour, correlation is undefined. It is searched as a rectangle of that colour, and its score
 * is 1 − d/64 with the mean absolute difference d of a channel from the image's mean colour.
 */
public final class Template {
    /** The default threshold, see {@link #withThreshold}. */
    public static final double DEFAULT_THRESHOLD = 0.9;

    private static final String MASK = ".mask.png";

    /**
     * The mean difference of a channel, of 255, at which the score of an image of one colour is 0. So a threshold of
     * 0.9 allows 6.4 of 255: more than the error of lossy encodings in an even area, less than the difference between
     * light grey and white.
     */
    public static final double PLAIN_RANGE = 64;

    static final double SCALED_TOLERANCE = 0.1;

    /** An image with more contrast is a pattern; one with less is one colour with encoding noise. */
    static final double LEAST_CONTRAST = 3;

    /** A caret takes from the score of a landmark of few words. */
    private static final double LEAST_WITH_CARET = 0.75;

    /**
     * Below this contrast, as of words of a few levels more than their ground, loss alone may take a picture below the
     * usual threshold: 0.88 was seen of JPEG.
     */
    private static final double PALE = 8;

    private static final double LEAST_OF_PALE = 0.75;

    private final String name;
    private final Pattern pattern;
    private final double threshold;
    private final int meanColour;
    private final @Nullable CoarseFilter coarseFilter;

    private final Details details;
    private final boolean caret;
    private final Rivals rivals;
    private final Residue residue;

    /** What a difference in a detail means. */
    enum Details {
        /** Another picture. */
        COMPARED,
        /** Another picture, unless the loss of the picture may be the cause. */
        DOUBTED,
        /** Nothing. */
        IGNORED
    }

    private Template(String name, Pattern pattern, double threshold, int meanColour) {
        this(name, pattern, threshold, meanColour, Details.COMPARED, false, Rivals.NONE, new Residue(pattern), null);
    }

    private Template(
            String name,
            Pattern pattern,
            double threshold,
            int meanColour,
            Details details,
            boolean caret,
            Rivals rivals,
            Residue residue,
            @Nullable CoarseFilter coarseFilter) {
        this.name = name;
        this.pattern = pattern;
        this.threshold = threshold;
        this.meanColour = meanColour;
        this.details = details;
        this.caret = caret;
        this.rivals = rivals;
        this.residue = residue;
        this.coarseFilter =
                coarseFilter != null || isPlain() ? coarseFilter : new CoarseFilter(pattern, searchThreshold());
    }

    /**
     * Reads a template from a PNG, GIF, BMP or JPEG file. Its name is the file's. If there is a {@linkplain #maskOf
     * mask} beside it, only the pixels that are light in the mask count.
     *
     * @throws TemplateException if a file cannot be read or the image is unsuitable, see {@link #of}, or the mask has
     *     another size
     */
    public static Template load(Path file) throws TemplateException {
        String name = String.valueOf(file.getFileName());
        BufferedImage image = TemplateFile.read(file);
        Path mask = maskOf(file);
        return of(name, Files.exists(mask) ? TemplateFile.masked(name, image, TemplateFile.read(mask)) : image);
    }

    /** The file with the mask of an image, {@code title.mask.png} for {@code title.png}. */
    public static Path maskOf(Path file) {
        String name = String.valueOf(file.getFileName());
        return file.resolveSibling(name.replaceFirst("\\.[^.]*$", "") + MASK);
    }

    /** Whether a file is the mask of another one, by its name. */
    public static boolean isMask(String file) {
        return file.endsWith(MASK);
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
     * The same for an image that is looked for in place of another one: the {@linkplain #maskOf mask} of that one holds
     * for it.
     *
     * @param inPlaceOf the file of the other image
     * @throws TemplateException also if the mask is for another size and the image has no transparent parts of its own
     */
    public static Template of(String name, byte[] file, Path inPlaceOf) throws TemplateException {
        BufferedImage image = TemplateFile.read(name, file);
        Path mask = maskOf(inPlaceOf);
        return of(name, Files.exists(mask) ? TemplateFile.withMask(name, image, mask) : image);
    }

    /**
     * An image that is to be looked for in place of another one, with what the {@linkplain #maskOf mask} of that one
     * excludes: of the same size, the mask holds anyway; at another scale, these parts are transparent.
     *
     * @throws TemplateException if the mask cannot be read, or the image has other proportions
     */
    public static BufferedImage inPlaceOf(Path file, BufferedImage image) throws TemplateException {
        Path mask = maskOf(file);
        return Files.exists(mask) ? TemplateFile.scaledMask(image, mask) : image;
    }

    /**
     * Creates a template from an image, which is copied.
     *
     * @param name for messages
     * @throws TemplateException if the image is smaller than 4×4 or larger than 4096×4096, fully transparent, of one
     *     colour with transparent parts, or if its colours differ but not their brightness
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
        return new Template(name, pattern, other, meanColour, details, caret, rivals, residue, null);
    }

    /** The same image, which is also where the loss of the picture leaves open whether a detail differs. */
    public Template orDoubtful() {
        return with(Details.DOUBTED);
    }

    /** The same image, which is wherever a place is as alike as the threshold says, whatever its details. */
    public Template withoutDetails() {
        return with(Details.IGNORED);
    }

    /** The same image, in which a text caret may stand, or not stand: an upright bar, see {@code CaretBar}. */
    public Template orWithCaret() {
        return caret ? this : new Template(name, pattern, threshold, meanColour, details, true, rivals, residue, null);
    }

    /**
     * The same image, which is at a place only if the place is clearly nearer to it than to any of these others that
     * look like it, such as pictures of other states of the same part of a screen.
     */
    public Template besides(Collection<Template> others) {
        Rivals found = Rivals.of(this, others);
        return found.equals(rivals)
                ? this
                : new Template(name, pattern, threshold, meanColour, details, caret, found, residue, coarseFilter);
    }

    /**
     * The part of this image that lies over another one where the two are most alike, however each was cut out of a
     * screen; empty where they are not much alike, or have too little in common.
     */
    public Optional<Template> partOver(Template other) {
        if (isPlain() || other.isPlain()) {
            return Optional.empty();
        }
        return CommonPart.of(pattern, other.pattern, Rivals.LEAST_SCORE).stream()
                .findFirst()
                .map(at -> at.in(pattern, other.pattern))
                .flatMap(this::part);
    }

    private Optional<Template> part(Rect part) {
        try {
            return Optional.of(of(name, pattern.image().getSubimage(part.x(), part.y(), part.width(), part.height()))
                    .withThreshold(threshold));
        } catch (TemplateException e) {
            return Optional.empty(); // Nothing can be recognised by it.
        }
    }

    private Template with(Details other) {
        return details == other
                ? this
                : new Template(
                        name,
                        pattern,
                        threshold,
                        meanColour,
                        other,
                        caret,
                        rivals,
                        residue,
                        isPale() ? null : coarseFilter);
    }

    private boolean isPale() {
        return pattern.contrast() < PALE;
    }

    /**
     * The image as a display of another scale shows it, such as 1.25 for 125 %: scaled as programs do it. Programs
     * interpolate differently, so its threshold is lower by {@value #SCALED_TOLERANCE}, and details are not compared.
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
        return scaled.withoutDetails().withThreshold(Math.max(Math.ulp(1.0), threshold - SCALED_TOLERANCE));
    }

    /** Whether the image is of one colour. */
    public boolean isPlain() {
        return pattern.contrast() < LEAST_CONTRAST;
    }

    /** All that is read to decide whether a template is at a place: a little beside it, too. */
    public static Rect readAround(Rect place) {
        return place.grow(Residue.BESIDE, Residue.BESIDE, Residue.BESIDE, Residue.BESIDE);
    }

    /** Whether details decide, and with them what is beside a place. */
    public boolean comparesDetails() {
        return details != Details.IGNORED;
    }

    public Pattern pattern() {
        return pattern;
    }

    public Residue residue() {
        return residue;
    }

    /** Whether pixels that are equal to the image's show it, and cannot be those of a rival. */
    public boolean isShownByEqualPixels(ScreenSums picture) {
        return !rivals.mayLookEqual(picture);
    }

    /** The least score of a place that {@link #isAt} is asked about. */
    public double searchThreshold() {
        double least = caret ? Math.min(threshold, LEAST_WITH_CARET) : threshold;
        return details == Details.DOUBTED && isPale() ? Math.min(least, LEAST_OF_PALE) : least;
    }

    /** Whether the image is at a place whose score is at least {@link #searchThreshold}. */
    public boolean isAt(ScreenSums picture, int x, int y) {
        if (isPlain() && plainSpots().in(picture, x, y) != null) {
            return false;
        }
        if (isShown(pattern, residue, picture, x, y)) {
            return true;
        }
        return caret
                && CaretBar.find(pattern, picture, x, y)
                        .map(pattern::without)
                        .filter(rest -> rest.contrast() >= LEAST_CONTRAST)
                        .filter(rest -> isShown(rest, new Residue(rest), picture, x, y))
                        .isPresent();
    }

    private boolean isShown(Pattern wanted, Residue ofWanted, ScreenSums picture, int x, int y) {
        if (caret && wanted.correlation(picture, x, y, Pattern.CONTRAST, threshold) < threshold) {
            return false; // Its place was found with a lower score.
        }
        if (details == Details.IGNORED) {
            return wanted.isAlike(picture, x, y);
        }
        if (isShownByEqualPixels(picture) && ofWanted.isEqualButRounded(picture, x, y)) {
            return true;
        }
        if (!isAlike(wanted, ofWanted, picture, x, y)) {
            return false;
        }
        Residue.Verdict verdict = decide(wanted, ofWanted, picture, x, y).verdict();
        return verdict == Residue.Verdict.IS || (verdict == Residue.Verdict.MAY_BE && details == Details.DOUBTED);
    }

    /**
     * Whether the colours at a place are close enough to the image's, or to those that a display with 8 bits makes of
     * them.
     */
    public boolean isAlike(ScreenSums picture, int x, int y) {
        return isAlike(pattern, residue, picture, x, y);
    }

    private static boolean isAlike(Pattern wanted, Residue ofWanted, ScreenSums picture, int x, int y) {
        return wanted.isAlike(picture, x, y)
                || ofWanted.eightBits().on(picture).stream()
                        .anyMatch(fewer -> fewer.pattern().isAlike(picture, x, y));
    }

    /** What the place shows, which is like the image as a whole. */
    public Residue.Finding decide(ScreenSums picture, int x, int y) {
        return decide(pattern, residue, picture, x, y);
    }

    private Residue.Finding decide(Pattern wanted, Residue ofWanted, ScreenSums picture, int x, int y) {
        Residue.Finding finding = byResidue(wanted, ofWanted, picture, x, y);
        return finding.verdict() == Residue.Verdict.IS_NOT ? finding : rivals.decide(finding, wanted, picture, x, y);
    }

    private static Residue.Finding byResidue(Pattern wanted, Residue ofWanted, ScreenSums picture, int x, int y) {
        List<Residue> eightBits = ofWanted.eightBits().on(picture);
        // With 8 or 16 bits nothing but the rounding of colours is lost, which is known.
        Residue.Finding finding = eightBits.isEmpty()
                ? ofWanted.sixteenBits()
                        .at(picture, x, y)
                        .map(rounded -> rounded.decide(picture, x, y))
                        .orElseGet(() -> ofWanted.decide(picture, x, y))
                : nearest(eightBits.stream(), picture, x, y).orElseThrow();
        if (finding.verdict() == Residue.Verdict.IS) {
            return finding;
        }
        // The same picture, placed by parts of a pixel.
        Stream<Residue> placed = Resampled.fit(wanted, picture, x, y).map(Residue::new).stream();
        return nearest(
                        eightBits.isEmpty()
                                ? placed
                                : placed.flatMap(shifted -> shifted.eightBits().on(picture).stream()),
                        picture,
                        x,
                        y)
                .filter(again -> again.excess() < finding.excess())
                .orElse(finding);
    }

    private static Optional<Residue.Finding> nearest(Stream<Residue> changed, ScreenSums picture, int x, int y) {
        return changed.map(residue -> residue.decide(picture, x, y))
                .min(Comparator.comparingDouble(Residue.Finding::excess));
    }

    /** Created once for all matchers; only a template with a pattern has one. */
    public CoarseFilter coarseFilter() {
        return Objects.requireNonNull(coarseFilter, () -> name + ": is of one colour and has no coarse filter");
    }

    /** What looks for spots of other colours where an image of one colour is shown. A new one, for one thread. */
    public PlainSpots plainSpots() {
        return new PlainSpots(width(), height(), meanColour, (1 - threshold) * 3 * PLAIN_RANGE);
    }

    public int meanColour() {
        return meanColour;
    }

    @Override
    public String toString() {
        return name + " " + width() + "x" + height();
    }
}
