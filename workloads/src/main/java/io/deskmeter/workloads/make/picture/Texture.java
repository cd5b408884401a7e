package io.deskmeter.workloads.make.picture;

import java.util.Random;

/**
 * A surface without edges, which repeats itself in both directions: random points of several distances, and straight
 * lines between them.
 */
public final class Texture {
    /** In pixels, a power of two: after so many it repeats itself. */
    public static final int SIDE = 512;
    /** Numbers of pixels between the given points, from coarse to fine. */
    private static final int[] OCTAVES = {128, 64, 32, 16, 8};

    private final int[] values;

    /** The seed alone decides it. */
    public Texture(long seed) {
        this.values = values(new Random(seed));
    }

    /** 0 to 255. */
    public int at(int x, int y) {
        return values[(y & (SIDE - 1)) * SIDE + (x & (SIDE - 1))];
    }

    private static int[] values(Random random) {
        int[] sum = new int[SIDE * SIDE];
        for (int octave = 0; octave < OCTAVES.length; octave++) {
            int distance = OCTAVES[octave];
            int points = SIDE / distance;
            int[] given = random.ints((long) points * points, 0, 256).toArray();
            for (int y = 0; y < SIDE; y++) {
                for (int x = 0; x < SIDE; x++) {
                    int left = x / distance;
                    int right = (left + 1) % points;
                    int above = y / distance;
                    int below = (above + 1) % points;
                    int upper =
                            mix(given[above * points + left], given[above * points + right], x % distance, distance);
                    int lower =
                            mix(given[below * points + left], given[below * points + right], x % distance, distance);
                    sum[y * SIDE + x] += mix(upper, lower, y % distance, distance) >> (octave + 1);
                }
            }
        }
        return sum;
    }

    private static int mix(int one, int other, int part, int whole) {
        return (one * (whole - part) + other * part) / whole;
    }
}
