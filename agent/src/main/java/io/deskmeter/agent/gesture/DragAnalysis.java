package io.deskmeter.agent.gesture;

import io.deskmeter.measure.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Compares where an object was dragged with where it was seen.
 *
 * <p>Which move a frame shows is the one whose place is nearest to the seen one: no place of a {@link DragPath} comes
 * twice. The lag of move j is the time until the first frame that shows j or a later move, so a client that skips moves
 * makes the skipped ones late, not lost.
 */
public final class DragAnalysis {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double P95 = 0.95;

    /**
     * A seen place this far from where the object began has been moved, in pixels: more than noise of a codec, less
     * than a move.
     */
    private static final double MOVED = 2;

    /** Step in which the error is integrated over time, in nanoseconds. */
    private static final long STEP = 1_000_000;

    private final List<PointerMove> moves;
    private final List<SeenObject> seen;
    private final long releasedAt;

    /** The number of the latest move that each frame shows. */
    private final int[] shows;

    private DragAnalysis(List<PointerMove> moves, List<SeenObject> seen, long releasedAt) {
        this.moves = moves;
        this.seen = seen.stream()
                .sorted(Comparator.comparingLong(SeenObject::at))
                .filter(frame -> !frame.torn())
                .toList();
        this.releasedAt = releasedAt;
        this.shows = this.seen.stream().mapToInt(this::nearest).toArray();
    }

    /**
     * The figures of one drag.
     *
     * @param moves as they were sent, in their order; the first is where the object was gripped. At least two.
     * @param seen the object on the frames since the first move was sent, in any order
     * @param releasedAt when the button was released, in monotonic nanoseconds
     */
    public static DragFigures of(List<PointerMove> moves, List<SeenObject> seen, long releasedAt) {
        if (moves.size() < 2) {
            throw new IllegalArgumentException("moves: " + moves.size() + " (expected: at least two)");
        }
        int torn = (int) seen.stream().filter(SeenObject::torn).count();
        return new DragAnalysis(moves, seen, releasedAt).figures(torn);
    }

    private int nearest(SeenObject frame) {
        return nearest(moves, frame);
    }

    /** The number of the move that a frame shows: the one whose place is nearest. */
    static int nearest(List<PointerMove> moves, SeenObject frame) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int move = 0; move < moves.size(); move++) {
            double distance = moves.get(move).distance(frame.x(), frame.y());
            if (distance < least) {
                least = distance;
                nearest = move;
            }
        }
        return nearest;
    }

    private DragFigures figures(int torn) {
        List<DragFigures.Lag> lags = lags();
        double[] millis = lags.stream().mapToDouble(DragFigures.Lag::millis).toArray();
        double[] errors = errors();
        double[] sortedMillis = sorted(millis);
        double[] sortedErrors = sorted(errors);
        return new DragFigures(
                lags,
                mean(millis),
                quantile(sortedMillis, P95),
                sd(millis),
                quantile(sortedErrors, 0.5),
                quantile(sortedErrors, P95),
                quantile(sortedErrors, 1),
                sd(errors),
                across(),
                (double) distinct() / (moves.size() - 1),
                longestMissed(),
                torn,
                pickUp(),
                settle(),
                finalError());
    }

    /** The first is where the object was gripped: nothing has to be shown for it. */
    private List<DragFigures.Lag> lags() {
        List<DragFigures.Lag> lags = new ArrayList<>();
        int frame = 0;
        for (int move = 1; move < moves.size(); move++) {
            PointerMove sent = moves.get(move);
            while (frame < seen.size()
                    && (shows[frame] < move || seen.get(frame).at() < sent.firedAt())) {
                frame++;
            }
            if (frame == seen.size()) {
                break;
            }
            SeenObject first = seen.get(frame);
            double lag = (first.at() - sent.firedAt()) / NANOS_PER_MILLI;
            double resolution = (first.at() - Math.max(sent.firedAt(), first.lastWithoutAt())) / NANOS_PER_MILLI;
            lags.add(new DragFigures.Lag(move, sent.firedAt(), lag, resolution));
        }
        return lags;
    }

    /** Distances at equal steps of time, from the first move to the release. */
    private double[] errors() {
        if (seen.isEmpty()) {
            return new double[0];
        }
        long from = moves.get(0).firedAt();
        int count = (int) Math.max(0, (releasedAt - from) / STEP);
        double[] errors = new double[count];
        int move = 0;
        int frame = -1;
        for (int i = 0; i < count; i++) {
            long now = from + i * STEP;
            while (move + 1 < moves.size() && moves.get(move + 1).firedAt() <= now) {
                move++;
            }
            while (frame + 1 < seen.size() && seen.get(frame + 1).at() <= now) {
                frame++;
            }
            PointerMove shown = moves.get(0);
            double x = frame < 0 ? shown.x() : seen.get(frame).x();
            double y = frame < 0 ? shown.y() : seen.get(frame).y();
            errors[i] = moves.get(move).distance(x, y);
        }
        return errors;
    }

    /** The largest distance of a seen place from the polyline of the moves. */
    private double across() {
        double most = seen.isEmpty() ? Double.NaN : 0;
        for (int frame = 0; frame < seen.size(); frame++) {
            SeenObject object = seen.get(frame);
            int move = shows[frame];
            double distance = moves.get(move).distance(object.x(), object.y());
            if (move > 0) {
                distance = Math.min(distance, toSegment(moves.get(move - 1), moves.get(move), object));
            }
            if (move + 1 < moves.size()) {
                distance = Math.min(distance, toSegment(moves.get(move), moves.get(move + 1), object));
            }
            most = Math.max(most, distance);
        }
        return most;
    }

    private static double toSegment(PointerMove from, PointerMove to, SeenObject object) {
        double dx = to.x() - from.x();
        double dy = to.y() - from.y();
        double square = dx * dx + dy * dy;
        double share = square == 0 ? 0 : ((object.x() - from.x()) * dx + (object.y() - from.y()) * dy) / square;
        double bounded = Math.max(0, Math.min(1, share));
        return Math.hypot(from.x() + bounded * dx - object.x(), from.y() + bounded * dy - object.y());
    }

    private boolean[] shownMoves() {
        boolean[] shown = new boolean[moves.size()];
        for (int move : shows) {
            shown[move] = true;
        }
        return shown;
    }

    private int distinct() {
        boolean[] shown = shownMoves();
        int count = 0;
        for (int move = 1; move < shown.length; move++) {
            count += shown[move] ? 1 : 0;
        }
        return count;
    }

    private int longestMissed() {
        boolean[] shown = shownMoves();
        int longest = 0;
        int run = 0;
        for (int move = 1; move < shown.length; move++) {
            run = shown[move] ? 0 : run + 1;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    private double pickUp() {
        PointerMove gripped = moves.get(0);
        PointerMove first = moves.get(1);
        return seen.stream()
                .filter(frame -> gripped.distance(frame.x(), frame.y()) > MOVED)
                .mapToDouble(frame -> (frame.at() - first.firedAt()) / NANOS_PER_MILLI)
                .findFirst()
                .orElse(Double.NaN);
    }

    private double settle() {
        if (seen.isEmpty()) {
            return Double.NaN;
        }
        double last = 0;
        for (int i = 1; i < seen.size(); i++) {
            SeenObject before = seen.get(i - 1);
            SeenObject frame = seen.get(i);
            boolean changed = Math.hypot(frame.x() - before.x(), frame.y() - before.y()) > MOVED;
            if (changed && frame.at() > releasedAt) {
                last = (frame.at() - releasedAt) / NANOS_PER_MILLI;
            }
        }
        return last;
    }

    private double finalError() {
        if (seen.isEmpty()) {
            return Double.NaN;
        }
        SeenObject end = seen.get(seen.size() - 1);
        return moves.get(moves.size() - 1).distance(end.x(), end.y());
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private static double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, q);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** Of a population. */
    private static double sd(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(Double.NaN));
    }
}
