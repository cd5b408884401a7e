package io.deskmeter.controller.columns;

/** Time buckets of equal, round length. */
public record TimeSpans(long fromMicros, long toMicros, long lengthMicros) {
    private static final long SECOND = 1_000_000;
    private static final long[] SECONDS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400
    };

    /**
     * No more spans than that, from the first full length at or before {@code from} on.
     *
     * @param fromMicros of the first that is in one, since the epoch
     * @param toMicros of the last that is in one
     */
    public static TimeSpans of(long fromMicros, long toMicros, int most) {
        long length = SECONDS[SECONDS.length - 1] * SECOND;
        for (int i = SECONDS.length - 1; i >= 0; i--) {
            long shorter = SECONDS[i] * SECOND;
            if (new TimeSpans(fromMicros - Math.floorMod(fromMicros, shorter), toMicros, shorter).count() <= most) {
                length = shorter;
            }
        }
        // Beyond what is listed, whole multiples of the longest.
        long from = fromMicros - Math.floorMod(fromMicros, length);
        long times = Math.max(1, (new TimeSpans(from, toMicros, length).count() + most - 1) / most);
        return new TimeSpans(from, toMicros, length * times);
    }

    /** How many there are. */
    public int count() {
        return (int) ((toMicros - fromMicros) / lengthMicros) + 1;
    }

    /** Which one it is in. */
    public int index(long micros) {
        return (int) ((micros - fromMicros) / lengthMicros);
    }

    /** When a span begins. */
    public long start(int index) {
        return fromMicros + index * lengthMicros;
    }

    /** The length of each. */
    public long seconds() {
        return lengthMicros / SECOND;
    }
}
