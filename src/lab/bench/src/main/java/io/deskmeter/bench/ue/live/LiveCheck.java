package io.deskmeter.bench.ue.live;

import io.deskmeter.agent.gesture.DragPath;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.step.ReferenceStage;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The rows of drags in the real probe program, one for each fault. */
public final class LiveCheck {
    private static final double MOST_LAG_ERROR = 3;
    private static final double MOST_PLACE_ERROR = 1;
    private static final double MOST_MOVES_ERROR = 1;
    private static final double MOST_GAP_ERROR = 10;

    /** Less would be no fault. */
    private static final double LEAST_DEVIATION = 4;

    private static final double LEAST_GAP = 180;
    private static final double P99 = 0.99;
    private static final double MEDIAN = 0.5;
    private static final double MOST_AFTER_PAINTING = 3;
    private static final List<Fault> QUICK = List.of(Fault.NONE, Fault.PROBE_STOPS);

    private LiveCheck() {}

    /** Receives a row. */
    public interface Rows {
        void add(Map<String, @Nullable Object> row);
    }

    /**
     * Drags on real desktops, one after the other; takes half a minute for each row.
     *
     * @param workload {@code ue/drag}
     * @param folder empty, with a short name
     * @param quick a part of the faults
     */
    public static void run(Workload workload, Path folder, boolean quick, Rows rows) throws Exception {
        int number = 0;
        for (Fault fault : quick ? QUICK : List.of(Fault.values())) {
            try (LiveSession session = new LiveSession(workload, fault)) {
                List<LiveDrag> drags = session.drags(folder.resolve(Integer.toString(number++)));
                List<DragPath.Point> path = path(workload);
                rows.add(row(
                        fault,
                        drags.stream()
                                .map(drag -> new DragComparison(path, drag, fault.later()))
                                .toList(),
                        path.size()));
            }
        }
    }

    private static List<DragPath.Point> path(Workload workload) {
        Step.SpiralDrag drag = workload.operations().stream()
                .flatMap(operation -> operation.gesture().stream())
                .filter(Step.SpiralDrag.class::isInstance)
                .map(Step.SpiralDrag.class::cast)
                .findFirst()
                .orElseThrow();
        double x = ReferenceStage.START + DragObject.WIDTH / 2.0;
        double y = ReferenceStage.START + DragObject.HEIGHT / 2.0;
        DragPath whole = DragPath.spiral(
                x, y, ReferenceStage.WIDTH - 2 * x, ReferenceStage.HEIGHT - 2 * y, drag.speed(), drag.rate());
        return whole.points().subList(1, drag.moves() + 1);
    }

    static Map<String, @Nullable Object> row(Fault fault, List<DragComparison> drags, int moves) {
        double[] errors = drags.stream()
                .flatMapToDouble(drag -> Arrays.stream(drag.lagErrors()))
                .sorted()
                .toArray();
        long missing = drags.stream().mapToLong(DragComparison::lagsMissing).sum();
        double lagError = errors.length == 0 ? Double.NaN : Quantiles.of(errors, P99);
        double placeError = worst(drags, DragComparison::placeError);
        double movesError = worst(drags, DragComparison::movesError);
        double gapError = worst(drags, drag -> Math.abs(drag.longestGap() - drag.trueLongestGap()));
        double deviationError = worst(drags, drag -> Math.abs(drag.deviation() - drag.trueDeviation()));
        boolean timed = fault.keepsPath() && fault != Fault.RELAY_STALLS;
        // What piles up while the probe stands still is painted at once then, and a display shows the last of it.
        boolean counted = timed && fault != Fault.PROBE_STOPS;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "live");
        row.put("case", fault.words());
        row.put("moves", drags.size() * moves);
        row.put("lagErrorP99Ms", timed ? lagError : null);
        row.put("afterPaintingP50Ms", timed ? quantile(drags, MEDIAN) : null);
        row.put("afterPaintingP99Ms", timed ? quantile(drags, P99) : null);
        row.put("lagsMissing", missing);
        row.put("placeErrorMaxPx", fault == Fault.RELAY_STALLS ? null : placeError);
        row.put("movesErrorPct", counted ? movesError : null);
        row.put("deviationPx", worst(drags, DragComparison::deviation));
        row.put("deviationErrorPx", deviationError);
        row.put("longestGapMs", worst(drags, DragComparison::longestGap));
        row.put("longestGapErrorMs", gapError);
        row.put("bounds", bounds(fault, timed));
        row.put(
                "pass",
                (!timed || (lagError <= MOST_LAG_ERROR && missing == 0 && (!counted || movesError <= MOST_MOVES_ERROR)))
                        && (fault == Fault.RELAY_STALLS || placeError <= MOST_PLACE_ERROR)
                        && isFound(fault, drags, deviationError, gapError));
        return row;
    }

    /**
     * In so many milliseconds from the painting 99 % of the moves were seen, before or after: the frame may overtake
     * the note of the painting.
     */
    private static double afterPainting(List<DragComparison> drags) {
        double[] distances = drags.stream()
                .flatMapToDouble(drag -> Arrays.stream(drag.afterPainting()))
                .map(Math::abs)
                .sorted()
                .toArray();
        return distances.length == 0 ? Double.NaN : Quantiles.of(distances, P99);
    }

    private static double quantile(List<DragComparison> drags, double q) {
        double[] values = drags.stream()
                .flatMapToDouble(drag -> Arrays.stream(drag.afterPainting()))
                .sorted()
                .toArray();
        return values.length == 0 ? Double.NaN : Quantiles.of(values, q);
    }

    /** Whether the figures show the fault, as large as it was. */
    private static boolean isFound(Fault fault, List<DragComparison> drags, double deviationError, double gapError) {
        return switch (fault) {
            case CUT_CORNERS, OVERSHOOT ->
                deviationError <= MOST_PLACE_ERROR && worst(drags, DragComparison::trueDeviation) >= LEAST_DEVIATION;
            case PROBE_STOPS -> gapError <= MOST_GAP_ERROR && worst(drags, DragComparison::trueLongestGap) >= LEAST_GAP;
            case RELAY_STALLS -> worst(drags, DragComparison::longestGap) >= LEAST_GAP;
            case AT_ONCE -> afterPainting(drags) <= MOST_AFTER_PAINTING;
            default -> deviationError <= MOST_PLACE_ERROR;
        };
    }

    private static String bounds(Fault fault, boolean timed) {
        String figures = timed ? "lag 3 ms, none missing, place 1 px, moves 1 %" : "place 1 px";
        return switch (fault) {
            case CUT_CORNERS, OVERSHOOT -> figures + ", deviation at least 4 px and 1 px wrong";
            case PROBE_STOPS -> "lag 3 ms, none missing, place 1 px" + ", gap at least 180 ms and 10 ms wrong";
            case RELAY_STALLS -> "gap at least 180 ms";
            case AT_ONCE -> figures + ", 3 ms from the painting";
            default -> figures + ", deviation 1 px wrong";
        };
    }

    /** The largest; NaN if one is unknown, which is within no bound. */
    private static double worst(List<DragComparison> drags, ToDoubleFunction<DragComparison> figure) {
        return drags.stream().mapToDouble(figure).max().orElse(Double.NaN);
    }
}
