package io.deskmeter.bench.ue;

import io.deskmeter.agent.gesture.DragAnalysis;
import io.deskmeter.agent.gesture.DragFigures;
import io.deskmeter.agent.gesture.DragPath;
import io.deskmeter.agent.gesture.PointerMove;
import io.deskmeter.agent.gesture.SeenObject;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.screen.Frame;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ObjectPlace;
import io.deskmeter.vision.tracking.ObjectTracker;
import io.deskmeter.workload.step.ReferenceStage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One drag over a simulated display: the lags, places and moves that are measured, against the true ones. */
final class DragCheck {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;
    private static final double MOST_LAG_ERROR = 3;
    private static final double MOST_MOVES_ERROR = 1;
    private static final int RATE = 60;
    private static final long RELEASE = 100_000_000;

    private final DisplayCase display;
    private final List<DragPath.Point> path;
    private final long[] firedAt;
    private final long[] shownAt;
    private final List<SeenObject> seen = new ArrayList<>();
    private double placeError;
    private int unread;

    /**
     * @param moves of the drag
     * @param speed pixels a second
     */
    DragCheck(DisplayCase display, int moves, int speed, SplittableRandom random) {
        this.display = display;
        double x = ReferenceStage.START + DragObject.WIDTH / 2.0;
        double y = ReferenceStage.START + DragObject.HEIGHT / 2.0;
        DragPath whole =
                DragPath.spiral(x, y, ReferenceStage.WIDTH - 2 * x, ReferenceStage.HEIGHT - 2 * y, speed, RATE);
        this.path = whole.points().subList(1, moves + 1);
        this.firedAt = new long[moves];
        for (int move = 0; move < moves; move++) {
            firedAt[move] = RELEASE + move * whole.interval();
        }
        this.shownAt = display.shownAt(firedAt, random);
    }

    /** The row of the report. */
    Map<String, @Nullable Object> row() {
        see();
        DragFigures figures = DragAnalysis.of(moves(), seen, firedAt[firedAt.length - 1] + RELEASE);
        double[] errors = lagErrors(figures);
        double lag = errors.length == 0 ? Double.NaN : Quantiles.of(errors, 0.99);
        double moves = Math.abs(figures.shown() - trueShare()) * PERCENT;
        double mostPlace = display.isLossless() ? 1 : 2;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "drag");
        row.put("case", display.words());
        row.put("moves", firedAt.length);
        row.put("lagErrorP99Ms", lag);
        row.put("lagsMissing", firedAt.length - figures.lags().size());
        row.put("placeErrorMaxPx", placeError);
        row.put("movesErrorPct", moves);
        row.put("framesUnread", unread);
        row.put(
                "pass",
                lag <= MOST_LAG_ERROR
                        && placeError <= mostPlace
                        && moves <= MOST_MOVES_ERROR
                        && unread == 0
                        && figures.lags().size() == firedAt.length);
        return row;
    }

    private void see() {
        ObjectTracker tracker = new ObjectTracker(StagePictures.DRAG, 1);
        long before = 0;
        for (int move = 0; move < shownAt.length; move++) {
            if (shownAt[move] != DisplayCase.NEVER) {
                DragPath.Point at = path.get(move);
                Frame frame = StagePictures.drag(at.x(), at.y(), display.codec());
                read(tracker.find(frame), move, before);
                before = shownAt[move];
            }
        }
    }

    private void read(Optional<ObjectPlace> found, int move, long before) {
        if (found.isEmpty()) {
            unread++;
            return;
        }
        double x = found.get().x() - StagePictures.DRAG.x();
        double y = found.get().y() - StagePictures.DRAG.y();
        seen.add(new SeenObject(shownAt[move], before, x, y, found.get().torn()));
        DragPath.Point at = path.get(move);
        placeError = Math.max(placeError, Math.hypot(x - Math.round(at.x()), y - Math.round(at.y())));
    }

    /** The first is the grip. */
    private List<PointerMove> moves() {
        List<PointerMove> moves = new ArrayList<>();
        moves.add(new PointerMove(
                0, ReferenceStage.START + DragObject.WIDTH / 2.0, ReferenceStage.START + DragObject.HEIGHT / 2.0));
        for (int move = 0; move < firedAt.length; move++) {
            moves.add(new PointerMove(
                    firedAt[move],
                    Math.round(path.get(move).x()),
                    Math.round(path.get(move).y())));
        }
        return moves;
    }

    private double[] lagErrors(DragFigures figures) {
        return figures.lags().stream()
                .mapToDouble(lag -> Math.abs(lag.millis() - trueLag(lag.move() - 1)))
                .sorted()
                .toArray();
    }

    /** Until the first frame that shows the move or a later one. */
    private double trueLag(int move) {
        long first = Arrays.stream(shownAt, move, shownAt.length).min().orElseThrow();
        return (first - firedAt[move]) / NANOS_PER_MILLI;
    }

    private double trueShare() {
        return (double) Arrays.stream(shownAt)
                        .filter(at -> at != DisplayCase.NEVER)
                        .count()
                / shownAt.length;
    }
}
