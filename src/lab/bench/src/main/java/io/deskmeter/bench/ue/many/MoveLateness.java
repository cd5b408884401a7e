package io.deskmeter.bench.ue.many;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How late the moves of drags were sent. When a drag began nobody outside of the session knows, but its moves are due
 * at equal distances: the earliest of them tells when all were due. Thread-safe.
 */
final class MoveLateness {
    private static final double NANOS_PER_MILLI = 1e6;

    private final long interval;
    private final int moves;
    private final List<Drag> drags = new ArrayList<>();

    /** One whole drag: when it began and ended, and the lateness of its moves in milliseconds. */
    private record Drag(long from, long to, List<Double> millis) {}

    /**
     * @param interval between two moves, in nanoseconds
     * @param moves of a drag; what has another number is none
     */
    MoveLateness(long interval, int moves) {
        this.interval = interval;
        this.moves = moves;
    }

    /** The button was released after moves at these instants, in monotonic nanoseconds. */
    synchronized void released(List<Long> firedAt) {
        if (firedAt.size() != moves) {
            return;
        }
        long[] off = new long[moves];
        for (int move = 0; move < moves; move++) {
            off[move] = firedAt.get(move) - move * interval;
        }
        long due = Arrays.stream(off).min().orElseThrow();
        drags.add(new Drag(
                firedAt.get(0),
                firedAt.get(moves - 1),
                Arrays.stream(off).mapToObj(at -> (at - due) / NANOS_PER_MILLI).toList()));
    }

    synchronized int drags() {
        return drags.size();
    }

    /** All, in milliseconds, sorted. */
    synchronized double[] millis() {
        return drags.stream()
                .flatMap(drag -> drag.millis().stream())
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
    }

    /** How many drags there were at the same time, at most. */
    synchronized int atOnce() {
        return drags.stream()
                .mapToInt(one -> (int) drags.stream()
                        .filter(other -> other.from() <= one.from() && one.from() <= other.to())
                        .count())
                .max()
                .orElse(0);
    }
}
