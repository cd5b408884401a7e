package io.deskmeter.vision.verify;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** How a display with few bits for a channel makes levels of bytes. */
enum LevelRounding {
    DOWN {
        @Override
        int level(int value, int most) {
            return (value * (most + 1)) / (MOST + 1);
        }
    },
    /** Up from the half, as TigerVNC's server does it. */
    NEAREST {
        @Override
        int level(int value, int most) {
            return (value * most + (MOST + 1) / 2) / MOST;
        }
    },
    /**
     * Up from above the half. It makes a difference for few bytes: with five bits for 37 alone, with three for 91
     * alone.
     */
    NEAREST_HALF_DOWN {
        @Override
        int level(int value, int most) {
            return (value * most + MOST / 2) / MOST;
        }
    };

    private static final int MOST = 255;

    /**
     * The level for a byte.
     *
     * @param value 0 to 255
     * @param most the greatest level: 7 with three bits
     */
    abstract int level(int value, int most);

    /** The pixels that displays show, one array for each rounding that makes a difference. */
    static List<int[]> different(Function<LevelRounding, int[]> shown) {
        return Arrays.stream(values())
                .map(shown)
                // As arrays, two are never equal.
                .map(IntBuffer::wrap)
                .distinct()
                .map(IntBuffer::array)
                .toList();
    }
}
