package io.deskmeter.bench.ue.live;

import io.deskmeter.agent.gesture.DragPath;
import io.deskmeter.agent.gesture.SeenObject;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.workload.step.ReferenceStage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What was measured of one drag against the probe's own record. Lengths are pixels of the desktop. A pure function of
 * both.
 */
final class DragComparison {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;

    /** A painted object shows a move if it is not farther from its place. */
    private static final double SAME = 1;

    /** What a frame shows was painted within so much time before it arrived, beyond what delays it. */
    private static final long RECENT = 60_000_000;

    /** The probe notes a painting when the display has answered, which the frame may overtake. */
    private static final long EARLY = 10_000_000;

    private final List<DragPath.Point> path;
    private final long later;
    private final List<Sample> lags;
    private final double measuredShare;
    private final List<ProbePaint> paints;
    private final List<SeenObject> frames;

    /**
     * @param path where the moves lead, the first without the place of the press
     * @param later how much later than painted frames arrive, in nanoseconds
     */
    DragComparison(List<DragPath.Point> path, LiveDrag drag, long later) {
        this.later = later;
        this.lags = drag.of("drag-lag");
        if (lags.size() != path.size()) {
            throw new IllegalArgumentException(
                    "drag-lag: " + lags.size() + " samples (expected: one for each of " + path.size() + " moves)");
        }
        this.measuredShare = drag.of("drag-moves").get(0).value();
        long begunAt = lags.get(0).from();
        this.path = moved(path, drag.paints(), begunAt);
        this.paints = drag.paints().stream()
                .filter(paint -> paint.paintedAt() >= begunAt)
                .toList();
        this.frames = drag.frames().stream()
                .filter(frame -> frame.at() >= begunAt && !frame.torn())
                .toList();
    }

    /**
     * The pointer has whole pixels, and the object may have stood elsewhere than in the beginning when it was gripped.
     */
    private static List<DragPath.Point> moved(List<DragPath.Point> path, List<ProbePaint> paints, long begunAt) {
        ProbePaint gripped = paints.stream()
                .filter(paint -> paint.paintedAt() < begunAt)
                .reduce((before, after) -> after)
                .orElseThrow(() -> new IllegalArgumentException(
                        "record: nothing painted before the drag (expected: the trial of the pointer)"));
        double x = gripped.x() - ReferenceStage.START - DragObject.WIDTH / 2.0;
        double y = gripped.y() - ReferenceStage.START - DragObject.HEIGHT / 2.0;
        return path.stream()
                .map(point -> new DragPath.Point(Math.round(point.x()) + x, Math.round(point.y()) + y))
                .toList();
    }

    /**
     * How far the true lag is from what each sample says, from its value less its uncertainty to its value; in
     * milliseconds, sorted.
     */
    double[] lagErrors() {
        return comparable()
                .mapToDouble(move -> {
                    double most = lags.get(move).value();
                    double least = most - lags.get(move).uncertainty();
                    return Math.max(0, Math.max(trueLag(move) - most, least - trueLag(move)));
                })
                .sorted()
                .toArray();
    }

    /**
     * How much longer each lag is than until the painting, in milliseconds, sorted: what the display server adds to it,
     * and what is wrong.
     */
    double[] afterPainting() {
        return comparable()
                .mapToDouble(move -> lags.get(move).value() - trueLag(move))
                .sorted()
                .toArray();
    }

    private IntStream comparable() {
        return IntStream.range(0, path.size()).filter(move -> lags.get(move).isKnown() && !Double.isNaN(trueLag(move)));
    }

    /** Moves whose lag the record tells and the session does not. */
    long lagsMissing() {
        return IntStream.range(0, path.size())
                .filter(move -> !lags.get(move).isKnown() && !Double.isNaN(trueLag(move)))
                .count();
    }

    /** Until the probe had painted the move or a later one, and the frame had come; NaN if it never was. */
    private double trueLag(int move) {
        long firedAt = lags.get(move).from();
        return paints.stream()
                .filter(paint -> paint.paintedAt() >= firedAt && move(paint) >= move)
                .mapToDouble(paint -> (paint.paintedAt() + later - firedAt) / NANOS_PER_MILLI)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Which move a painting answers, −1 for none. */
    private int move(ProbePaint paint) {
        for (int move = 0; move < path.size(); move++) {
            if (Math.hypot(
                            paint.x() - path.get(move).x(),
                            paint.y() - path.get(move).y())
                    <= SAME) {
                return move;
            }
        }
        return -1;
    }

    /** The largest distance of a seen place from what the probe had painted last, or was painting. */
    double placeError() {
        return frames.stream().mapToDouble(this::placeError).max().orElse(Double.NaN);
    }

    private double placeError(SeenObject frame) {
        List<ProbePaint> possible = new ArrayList<>();
        for (ProbePaint paint : paints) {
            if (paint.paintedAt() <= frame.at() - later - RECENT) {
                possible.clear();
            }
            if (paint.paintedAt() <= frame.at() - later + EARLY) {
                possible.add(paint);
            }
        }
        return possible.stream()
                .mapToDouble(paint -> Math.hypot(frame.x() - paint.x(), frame.y() - paint.y()))
                .min()
                .orElse(0); // Before the first move the probe has painted nothing.
    }

    /** How far the measured share of moves is from the painted one, in percent of the moves. */
    double movesError() {
        long painted = paints.stream()
                .mapToInt(this::move)
                .filter(move -> move >= 0)
                .distinct()
                .count();
        return Math.abs(measuredShare - PERCENT * painted / path.size());
    }

    /** The largest distance of a seen place from the path. */
    double deviation() {
        return frames.stream()
                .mapToDouble(frame -> off(frame.x(), frame.y()))
                .max()
                .orElse(Double.NaN);
    }

    /** The largest distance of a painted place from the path. */
    double trueDeviation() {
        return paints.stream()
                .mapToDouble(paint -> off(paint.x(), paint.y()))
                .max()
                .orElse(Double.NaN);
    }

    private double off(double x, double y) {
        double least = Math.hypot(x - path.get(0).x(), y - path.get(0).y());
        for (int move = 1; move < path.size(); move++) {
            least = Math.min(least, off(path.get(move - 1), path.get(move), x, y));
        }
        return least;
    }

    private static double off(DragPath.Point from, DragPath.Point to, double x, double y) {
        double dx = to.x() - from.x();
        double dy = to.y() - from.y();
        double share = ((x - from.x()) * dx + (y - from.y()) * dy) / (dx * dx + dy * dy);
        double bounded = Math.max(0, Math.min(1, share));
        return Math.hypot(from.x() + bounded * dx - x, from.y() + bounded * dy - y);
    }

    /** The longest time without a frame that moves the object, in milliseconds. */
    double longestGap() {
        return longest(frames.stream().mapToLong(SeenObject::at).toArray());
    }

    /** The longest time in which the probe has painted nothing, in milliseconds. */
    double trueLongestGap() {
        return longest(paints.stream().mapToLong(ProbePaint::paintedAt).toArray());
    }

    private static double longest(long[] instants) {
        long most = 0;
        for (int i = 1; i < instants.length; i++) {
            most = Math.max(most, instants[i] - instants[i - 1]);
        }
        return most / NANOS_PER_MILLI;
    }
}
