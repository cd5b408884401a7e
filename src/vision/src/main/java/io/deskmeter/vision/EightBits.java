package io.deskmeter.vision;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A pattern as a display with 8 bits for a pixel shows it: three of red, three of green, two of blue. There, every area is lighter, darker or of another hue, by
 * more than any codec makes it, and always by the same.
 */
final class EightBits {
    private static final int MOST = 255;
    private static final int OF_RED_AND_GREEN = 7;
    private static final int OF_BLUE = 3;
    private static final boolean[] RED_AND_GREEN = levels(OF_RED_AND_GREEN);
    private static final boolean[] BLUE = levels(OF_BLUE);

    /** Fewer colours, such as black, white and pure ones, are on a display with more bits, too. */
    private static final int LEAST_COLOURS = 8;

    /** Of colours with a level of red or green between none and all, which a display with more bits has by chance only. */
    private static final int LEAST_MIXED_COLOURS = 2;

    private final Pattern pattern;
    /** Kept, because many places of a screen may need them; null as long as none has. */
    private volatile @Nullable List<Residue> reduced;

    private final AtomicInteger reductions = new AtomicInteger();

    EightBits(Pattern pattern) {
        this.pattern = pattern;
    }

    /** The values that a channel can have, whether it is rounded or not when it is scaled. */
    private static boolean[] levels(int greatest) {
        boolean[] levels = new boolean[MOST + 1];
        for (int level = 0; level <= greatest; level++) {
            levels[level * MOST / greatest] = true;
            levels[(level * MOST + greatest / 2) / greatest] = true;
        }
        return levels;
    }

    /** The pattern as such a display may show it, one for each rounding that makes a difference; empty on a display with more bits. */
    List<Residue> on(ScreenSums picture) {
        if (!picture.hasEightBits()) {
            return List.of();
        }
        List<Residue> kept = reduced;
        if (kept == null) {
            // Two threads may both compute it, with the same result.
            kept = LevelRounding.different(this::shown).stream()
                    .map(this::reduced)
                    .toList();
            reduced = kept;
        }
        return kept;
    }

    /** How many patterns have been computed, to see the cost of searches. */
    int reductions() {
        return reductions.get();
    }

    /** Reads up to the first other colour; see {@link ScreenSums#hasEightBits}. */
    static boolean isShownBy(ScreenSums picture) {
        Set<Integer> colours = new HashSet<>();
        int mixed = 0;
        int last = -1;
        for (int pixel : picture.rgb()) {
            int rgb = pixel & 0xffffff;
            if (rgb != last) {
                if (!RED_AND_GREEN[rgb >> 16] || !RED_AND_GREEN[rgb >> 8 & MOST] || !BLUE[rgb & MOST]) {
                    return false;
                }
                if (colours.size() < LEAST_COLOURS && colours.add(rgb)) {
                    mixed += isMixed(rgb >> 16) || isMixed(rgb >> 8 & MOST) ? 1 : 0;
                }
                last = rgb;
            }
        }
        return colours.size() >= LEAST_COLOURS || mixed >= LEAST_MIXED_COLOURS;
    }

    private static boolean isMixed(int channel) {
        return channel != 0 && channel != MOST;
    }

    private int[] shown(LevelRounding rounding) {
        return Arrays.stream(pattern.rgb)
                .map(pixel -> (pixel & 0xff000000)
                        | (scaled(rounding.level(pixel >> 16 & MOST, OF_RED_AND_GREEN), OF_RED_AND_GREEN) << 16)
                        | (scaled(rounding.level(pixel >> 8 & MOST, OF_RED_AND_GREEN), OF_RED_AND_GREEN) << 8)
                        | scaled(rounding.level(pixel & MOST, OF_BLUE), OF_BLUE))
                .toArray();
    }

    private Residue reduced(int[] argb) {
        reductions.incrementAndGet();
        return Residue.withoutLoss(new Pattern(pattern.width, pattern.height, argb));
    }

    private static int scaled(int level, int greatest) {
        return (level * MOST + greatest / 2) / greatest;
    }
}
