package io.deskmeter.agent.series;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds freezes: pauses between two motions that are longer than 3δ and δ + 150 ms, where δ is the mean of the last 30
 * pauses (W3C webrtc-stats), and at least 200 ms.
 */
public final class FreezeFinder {
    private static final int INTERVALS = 30;
    private static final double FACTOR = 3;
    private static final long MORE = 150_000_000;
    private static final long LEAST = 200_000_000;

    private FreezeFinder() {}

    /** From the last motion before it to the next one, in monotonic nanoseconds. */
    public record Freeze(long from, long to) {
        public long nanos() {
            return to - from;
        }
    }

    /**
     * The freezes among motions, and the one that the end cuts off if it is one already.
     *
     * @param motions when something moved, rising, in nanoseconds
     * @param end until when motions were looked for
     * @param nominal the pause that is expected before there are others, in nanoseconds
     */
    public static List<Freeze> of(List<Long> motions, long end, double nominal) {
        List<Freeze> found = new ArrayList<>();
        for (int i = 1; i <= motions.size(); i++) {
            long since = motions.get(i - 1);
            long to = i < motions.size() ? motions.get(i) : end;
            int before = Math.max(0, i - 1 - INTERVALS);
            double mean = i - 1 - before == 0 ? nominal : (since - motions.get(before)) / (double) (i - 1 - before);
            if (to - since > Math.max((double) LEAST - 1, Math.max(FACTOR * mean, mean + MORE))) {
                found.add(new Freeze(since, to));
            }
        }
        return found;
    }
}
