package io.deskmeter.vision.verify;

import static io.deskmeter.vision.verify.PatternWindows.CELL;
import static io.deskmeter.vision.verify.PatternWindows.OF_RANGE;
import static io.deskmeter.vision.verify.PatternWindows.REACH;
import static io.deskmeter.vision.verify.ResidueSums.LARGE;
import static io.deskmeter.vision.verify.ResidueSums.ROUNDED;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a place that looks like a pattern shows the pattern, or a picture that differs in a detail: a glyph,
 * a tick, a border, a hue.
 *
 * <p>What is left between the two, the residue, is compared with what the codecs of remote desktops leave: a lossy
 * codec leaves a little wherever the picture has edges, and almost nothing in the mean of an area. So a place is
 * another picture if
 *
 * <ul>
 *   <li>all edges around are equal to the pixel, and some part is not: without loss, every difference is one of the
 *       picture;
 *   <li>the mean squared difference of a window of 8×8 pixels stands out from that of the others, and from what the
 *       contrast around it explains;
 *   <li>an area of 16×16 pixels is lighter or darker, or has more or less contrast, by more than the rest of its
 *       residue: a codec does neither;
 *   <li>the mean colour of a window differs by more than subsampled colours explain;
 *   <li>a line along a side is of another colour, and all that is inside is equal.
 * </ul>
 *
 * <p>The bounds were measured on the codecs of the golden set and on recordings of real servers (decision 0076). What
 * the pattern looks like with fewer colours is computed when a place first needs it; otherwise immutable. One serves
 * all sessions.
 */
public final class Residue {
    /** Whether the place shows the pattern. */
    public enum Verdict {
        IS,
        /** The loss of the picture may be the cause of the difference, or not. */
        MAY_BE,
        IS_NOT
    }

    /**
     * A verdict and its reason.
     *
     * @param excess by how much the residue exceeds what loss explains, at most; 1 for the bound
     * @param where the difference is largest, on the screen; empty for equal pictures
     * @param what differs there, in words
     */
    public record Finding(Verdict verdict, double excess, Rect where, String what) {}

    /**
     * The share of the pixels at edges that are equal, from which on there is no loss. A lossy codec leaves hardly one
     * of them.
     */
    static final double LOSSLESS = 0.6;

    /** From this share on, most of what differs must differ little, if loss is the cause. */
    private static final double PARTLY_LOSSLESS = 0.25;

    private static final double FEW_SMALL = 0.5;

    /**
     * The share from which on what differs is in one place, where a smooth glyph has small differences beside the large
     * ones.
     */
    private static final double NEARLY_EQUAL = 0.75;

    private static final double MORE_SMALL = 2;

    static final int LEAST_EDGES = 12;

    private static final int LEAST_LARGE = 3;

    /** Of a detail in one place, in pixels. */
    static final int COMPACT = 12;

    /** In a picture of so little contrast, a codec loses about as much everywhere. */
    static final double PALE = 25;

    /** Of pale parts: a word or two. Fewer are a part of a picture, such as a pale line. */
    private static final int LEAST_PALE_EDGES = 48;

    /** By how much a bound must be exceeded, so that no loss can be the cause. */
    static final double CERTAIN = 1.5;

    /** Pixels that are compared at a time: few, because most places differ at once. */
    private static final int RUN = 16;

    /**
     * So far beside a picture a decision reads at most: around the outermost window, which may be larger than the
     * picture itself.
     */
    public static final int BESIDE = REACH + CELL;

    private final Pattern pattern;
    private final PatternWindows windows;
    /** A difference of the grey that is a detail where all else is equal. */
    private final int least;
    /** The same where all that differs lies in one place. */
    private final int leastInOnePlace;

    /**
     * The parts of a picture that are paler than it is, such as grey words below a dark bar: loss of the rest says
     * nothing about them.
     */
    private final @Nullable Residue paleParts;
    /** The pattern with fewer colours. */
    private final SixteenBits sixteenBits;

    private final EightBits eightBits;
    private final int rounded;
    /** Whether all pixels are known: no more than a few may differ. */
    private final boolean withoutLoss;
    /** Computed when a place first needs it. */
    private volatile @Nullable EqualGround ground;

    private volatile @Nullable EqualLuma luma;

    public Residue(Pattern pattern) {
        this(pattern, true, 0, false);
    }

    /** @param rounded a difference of the grey that is none, even in a pale picture */
    Residue(Pattern pattern, int rounded) {
        this(pattern, true, rounded, false);
    }

    private Residue(Pattern pattern, boolean whole, int rounded, boolean withoutLoss) {
        this.pattern = pattern;
        this.withoutLoss = withoutLoss;
        sixteenBits = new SixteenBits(pattern);
        eightBits = new EightBits(pattern);
        this.rounded = rounded;
        windows = new PatternWindows(pattern);
        least = Math.max(Math.max(rounded, ROUNDED + 1), Math.min(LARGE, windows.range / OF_RANGE));
        leastInOnePlace = rounded > 0 ? ROUNDED : least;
        paleParts = whole && pattern.contrast() >= PALE ? paleParts(rounded) : null;
    }

    /** For a display of which all that it does to the pixels has been done to the pattern, too. */
    static Residue withoutLoss(Pattern pattern) {
        return new Residue(pattern, true, 0, true);
    }

    private @Nullable Residue paleParts(int rounded) {
        int[] rest = pattern.rgb.clone();
        for (int at = 0; at < windows.contrasts.length; at++) {
            int left = at % windows.columns * CELL;
            int top = at / windows.columns * CELL;
            boolean inside = left >= REACH
                    && top >= REACH
                    && left + 2 * CELL <= pattern.width - REACH
                    && top + 2 * CELL <= pattern.height - REACH;
            if (windows.contrasts[at] >= PALE * PALE || !inside) {
                clear(rest, left, top);
            }
        }
        Residue parts = new Residue(new Pattern(pattern.width, pattern.height, rest), false, rounded, false);
        return parts.windows.edgeCount >= LEAST_PALE_EDGES ? parts : null;
    }

    private void clear(int[] argb, int left, int top) {
        for (int y = top; y < Math.min(pattern.height, top + 2 * CELL); y++) {
            for (int x = left; x < Math.min(pattern.width, left + 2 * CELL); x++) {
                argb[y * pattern.width + x] &= 0xffffff;
            }
        }
    }

    public Pattern pattern() {
        return pattern;
    }

    public SixteenBits sixteenBits() {
        return sixteenBits;
    }

    public EightBits eightBits() {
        return eightBits;
    }

    /** Whether all pixels at the place are those of the pattern. */
    public boolean isEqual(ScreenSums picture, int x, int y) {
        int[] seen = picture.rgb();
        int[] wanted = pattern.rgb;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int at = pattern.spans[i] * pattern.width + pattern.spans[i + 1];
            int end = pattern.spans[i] * pattern.width + pattern.spans[i + 2];
            int shift = (y + pattern.spans[i]) * picture.width + x + pattern.spans[i + 1] - at;
            while (at < end) {
                int stop = Math.min(end, at + RUN);
                int difference = 0;
                for (; at < stop; at++) {
                    difference |= seen[at + shift] ^ wanted[at];
                }
                if ((difference & 0xffffff) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Whether no channel of a pixel at the place differs from the pattern's by more than one step, as where a program
     * or a server rounds colours in its own way. No bound can be exceeded then, nor can the place be nearer to a rival:
     * it shows the pattern, unless a rival looks the same there, see {@code Rivals}.
     */
    public boolean isEqualButRounded(ScreenSums picture, int x, int y) {
        int[] seen = picture.rgb();
        int[] wanted = pattern.rgb;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int at = pattern.spans[i] * pattern.width + pattern.spans[i + 1];
            int end = pattern.spans[i] * pattern.width + pattern.spans[i + 2];
            int shift = (y + pattern.spans[i]) * picture.width + x + pattern.spans[i + 1] - at;
            while (at < end) {
                int stop = Math.min(end, at + RUN);
                int most = 0;
                for (; at < stop; at++) {
                    int one = seen[at + shift];
                    int other = wanted[at];
                    most = Math.max(most, Math.abs((one & 0xff0000) - (other & 0xff0000)) >> 16);
                    most = Math.max(most, Math.abs((one & 0xff00) - (other & 0xff00)) >> 8);
                    most = Math.max(most, Math.abs((one & 0xff) - (other & 0xff)));
                }
                if (most > 1) {
                    return false;
                }
            }
        }
        return true;
    }

    private EqualGround ground() {
        EqualGround kept = ground;
        if (kept == null) {
            // Two threads may both compute it, with the same result.
            kept = new EqualGround(pattern, rounded);
            ground = kept;
        }
        return kept;
    }

    private EqualLuma luma() {
        EqualLuma kept = luma;
        if (kept == null) {
            kept = new EqualLuma(pattern, ground().drawnOrBeside());
            luma = kept;
        }
        return kept;
    }

    /** What the place shows, which is like the pattern as a whole. */
    public Finding decide(ScreenSums picture, int x, int y) {
        return isEqualButRounded(picture, x, y)
                ? new Finding(Verdict.IS, 0, new Rect(0, 0, 0, 0), "")
                : compare(picture, x, y);
    }

    /** The same, by the bounds. */
    Finding compare(ScreenSums picture, int x, int y) {
        Finding finding = windowsAndPixels(picture, x, y);
        Residue pale = paleParts;
        if (pale == null || finding.verdict() == Verdict.IS_NOT) {
            return finding;
        }
        Finding ofPale = pale.windowsAndPixels(picture, x, y);
        return ofPale.excess() > finding.excess() ? ofPale : finding;
    }

    private Finding windowsAndPixels(ScreenSums picture, int x, int y) {
        ResidueSums sums = new ResidueSums(windows, picture, x, y);
        Excess excess = new Excess(pattern, x, y);
        WindowBounds ofWindows = new WindowBounds(windows, sums, excess);
        manyLarge(sums, excess);
        if (withoutLoss && sums.differing() > COMPACT) {
            int most = sums.cellOfLargest();
            excess.exceeds(2 * CERTAIN, most % windows.across, most / windows.across, 1, "a detail differs");
        }
        ofWindows.standsOut(windows.edgeCount >= LEAST_EDGES && sums.equalEdges >= LOSSLESS * windows.edgeCount);
        ofWindows.colours();
        windows.hues.compare(sums.blues, sums.reds, excess);
        ofWindows.areas();
        // A place that is another picture anyway is not looked at pixel by pixel.
        if (sums.differing() > 0 && excess.most() <= CERTAIN) {
            inkDiffers(sums, excess);
            lumaDiffers(sums, excess);
            PixelBounds ofPixels = new PixelBounds(windows, sums, excess, least, leastInOnePlace);
            ofPixels.fewPixelsDiffer();
            ofPixels.pixelStandsOut();
            if (excess.most() <= 1 && pattern.contrast() < PALE) {
                ofWindows.paleWindowStandsOut();
                ofPixels.paleAsLoss();
            }
            ofPixels.borderLineDiffers();
        }
        return excess.finding();
    }

    /** Whether few differences are small, for the large ones: then the picture, and not its loss, is the cause. */
    private void manyLarge(ResidueSums sums, Excess excess) {
        double few = windows.edgeCount < LEAST_EDGES || sums.equalEdges < PARTLY_LOSSLESS * windows.edgeCount
                ? 0
                : sums.equalEdges < NEARLY_EQUAL * windows.edgeCount ? FEW_SMALL : MORE_SMALL;
        if (sums.large >= LEAST_LARGE && sums.small < few * sums.large) {
            excess.exceeds(
                    few * sums.large / (sums.small + 1) + 1,
                    sums.firstLarge % pattern.width / CELL,
                    sums.firstLarge / pattern.width / CELL,
                    1,
                    "a detail differs");
        }
    }

    /** Whether what is drawn differs, and the ground beside it does not: there is no loss then. */
    private void inkDiffers(ResidueSums sums, Excess excess) {
        ground().differs(sums.picture, sums.left, sums.top)
                .ifPresent(at -> excess.exceeds(
                        2 * CERTAIN,
                        (at.x() - sums.left) / CELL,
                        (at.y() - sums.top) / CELL,
                        1,
                        "the colour of what is drawn differs"));
    }

    /** Whether a detail differs, where a codec has kept the luma and lost colour. */
    private void lumaDiffers(ResidueSums sums, Excess excess) {
        luma().differs(sums.picture, sums.left, sums.top)
                .ifPresent(at -> excess.exceeds(
                        2 * CERTAIN, (at.x() - sums.left) / CELL, (at.y() - sums.top) / CELL, 1, "a detail differs"));
    }
}
