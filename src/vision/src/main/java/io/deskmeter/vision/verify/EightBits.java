package io.deskmeter.vision.verify;

import static io.deskmeter.vision.pixel.EightBitColours.MOST;
import static io.deskmeter.vision.pixel.EightBitColours.OF_BLUE;
import static io.deskmeter.vision.pixel.EightBitColours.OF_RED_AND_GREEN;

import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A pattern as a display with 8 bits for a pixel shows it: three of red, three of green, two of blue. There, every area
 * is lighter, darker or of another hue, by more than any codec makes it, and always by the same.
 */
public final class EightBits {
    private final Pattern pattern;
    /** Kept, because many places of a screen may need them; null as long as none has. */
    private volatile @Nullable List<Residue> reduced;

    private final AtomicInteger reductions = new AtomicInteger();

    EightBits(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * The pattern as such a display may show it, one for each rounding that makes a difference; empty on a display with
     * more bits.
     */
    public List<Residue> on(ScreenSums picture) {
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
    public int reductions() {
        return reductions.get();
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
