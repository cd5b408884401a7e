package io.deskmeter.vision.verify;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A pattern as a display with 16 bits for a pixel shows it: five of red, six of green, five of blue; or with 15, five
 * of each. How it rounds is known, so that what is left is compared as on a display without loss, and a detail is seen
 * that is no larger than the rounding.
 */
public final class SixteenBits {
    /** From one level of red or blue to the next. */
    static final int STEP = 9;

    private static final int MOST = 255;
    private static final int FIVE = 31;
    private static final int SIX = 63;

    /**
     * How levels become bytes: scaled and rounded, with the upper bits repeated in the lower ones, with zeros in the
     * lower ones, as xfreerdp adds them.
     */
    private static final List<Expansion> EXPANSIONS = List.of(
            new Expansion(scaled(FIVE), scaled(SIX)),
            new Expansion(repeated(5), repeated(6)),
            new Expansion(shifted(5), shifted(6)),
            new Expansion(repeated(5), added()));

    /** Less usual ones: scaled and cut, or of 15 bits. */
    private static final List<Expansion> OTHER_EXPANSIONS = List.of(
            new Expansion(scaledAndCut(FIVE), scaledAndCut(SIX)),
            new Expansion(scaledAndCut(FIVE), scaledAndCut(FIVE)),
            new Expansion(scaled(FIVE), scaled(FIVE)),
            new Expansion(repeated(5), repeated(5)),
            new Expansion(shifted(5), shifted(5)));

    private final Pattern pattern;
    /** One for each rounding that makes a difference; kept, because many places of a screen may need them. */
    private final Map<Expansion, List<Residue>> reduced = new ConcurrentHashMap<>();

    private final AtomicInteger reductions = new AtomicInteger();

    SixteenBits(Pattern pattern) {
        this.pattern = pattern;
    }

    /** Of red and blue, and of green: level to byte. */
    private static final class Expansion {
        private final int[] five;
        private final int[] green;
        private final boolean[] isFive;
        private final boolean[] isGreen;

        Expansion(int[] five, int[] green) {
            this.five = five;
            this.green = green;
            isFive = areBytes(five);
            isGreen = areBytes(green);
        }

        boolean has(int pixel) {
            return isFive[pixel >> 16 & MOST] && isGreen[pixel >> 8 & MOST] && isFive[pixel & MOST];
        }

        private static boolean[] areBytes(int[] levels) {
            boolean[] are = new boolean[MOST + 1];
            for (int level : levels) {
                are[level] = true;
            }
            return are;
        }

        int shown(int pixel, LevelRounding rounding) {
            return five[rounding.level(pixel >> 16 & MOST, FIVE)] << 16
                    | green[rounding.level(pixel >> 8 & MOST, green.length - 1)] << 8
                    | five[rounding.level(pixel & MOST, FIVE)];
        }
    }

    private static int[] scaled(int most) {
        int[] bytes = new int[most + 1];
        for (int level = 0; level <= most; level++) {
            bytes[level] = (level * MOST + most / 2) / most;
        }
        return bytes;
    }

    private static int[] scaledAndCut(int most) {
        int[] bytes = new int[most + 1];
        for (int level = 0; level <= most; level++) {
            bytes[level] = level * MOST / most;
        }
        return bytes;
    }

    private static int[] repeated(int bits) {
        int[] bytes = new int[1 << bits];
        for (int level = 0; level < bytes.length; level++) {
            bytes[level] = level << (8 - bits) | level >> (2 * bits - 8);
        }
        return bytes;
    }

    /**
     * Adds the upper bits of the level to it instead of repeating them in the lower ones; two levels more are white
     * then.
     */
    private static int[] added() {
        int[] bytes = new int[SIX + 1];
        for (int level = 0; level <= SIX; level++) {
            bytes[level] = Math.min(MOST, (level << 2) + (level >> 3));
        }
        return bytes;
    }

    private static int[] shifted(int bits) {
        int[] bytes = new int[1 << bits];
        for (int level = 0; level < bytes.length; level++) {
            bytes[level] = level << (8 - bits);
        }
        return bytes;
    }

    /**
     * The pattern as the display shows it that is most like the place; empty where a pixel at the place has a colour
     * that none has.
     */
    public Optional<Residue> at(ScreenSums picture, int x, int y) {
        return at(EXPANSIONS, picture, x, y).or(() -> at(OTHER_EXPANSIONS, picture, x, y));
    }

    private Optional<Residue> at(List<Expansion> expansions, ScreenSums picture, int x, int y) {
        Rect place = new Rect(x, y, pattern.width, pattern.height);
        return expansions.stream()
                .filter(expansion -> isShownWith(expansion, picture, x, y))
                .flatMap(expansion -> reduced.computeIfAbsent(expansion, this::reduced).stream())
                .min(Comparator.comparingDouble(residue -> residue.pattern().colourDifference(picture, place)));
    }

    /** How many patterns have been computed, to see the cost of searches. */
    public int reductions() {
        return reductions.get();
    }

    private boolean isShownWith(Expansion expansion, ScreenSums picture, int x, int y) {
        int[] seen = picture.rgb();
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int row = (y + pattern.spans[i]) * picture.width + x;
            for (int at = row + pattern.spans[i + 1]; at < row + pattern.spans[i + 2]; at++) {
                if (!expansion.has(seen[at])) {
                    return false;
                }
            }
        }
        return true;
    }

    private List<Residue> reduced(Expansion expansion) {
        return LevelRounding.different(rounding -> shown(expansion, rounding)).stream()
                .map(this::reduced)
                .toList();
    }

    private int[] shown(Expansion expansion, LevelRounding rounding) {
        int[] argb = new int[pattern.rgb.length];
        for (int at = 0; at < argb.length; at++) {
            int pixel = pattern.rgb[at];
            argb[at] = (pixel & 0xff000000) | expansion.shown(pixel, rounding);
        }
        return argb;
    }

    private Residue reduced(int[] argb) {
        reductions.incrementAndGet();
        return new Residue(new Pattern(pattern.width, pattern.height, argb), STEP);
    }
}
