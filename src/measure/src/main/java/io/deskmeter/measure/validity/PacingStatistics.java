package io.deskmeter.measure.validity;

import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether sessions kept to the plan: the pauses, and the numbers of operations. A benchmark whose generator does not
 * keep to its plan measures a different load; such a run is invalid, as in Faban's harness.
 *
 * @param thinkMs mean pause that was taken before an operation: planned + lag
 * @param plannedThinkMs mean pause that was planned for the same operations; NaN, like {@code thinkMs}, where no input
 *     left
 * @param mixDeviation the largest deviation of how often an operation was worked from the planned number, as a share of
 *     it; what was not reached was not worked, and neither was what Deskmeter itself spoilt before any of its input had
 *     left. NaN without a plan
 * @param deviating the operation it is found at, {@code office/calc/compute}; empty if none deviates
 */
public record PacingStatistics(double thinkMs, double plannedThinkMs, double mixDeviation, String deviating) {
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * Of the steady timings of a load point.
     *
     * @param steady of all sessions that were kept, whatever their outcome; the think time is that of all whose input
     *     left
     * @param operations how often these sessions were to work each operation, by {@code workload/operation}; see
     *     {@link OperationPlan#planned}
     */
    public static PacingStatistics of(List<Timing> steady, Map<String, Long> operations) {
        double planned = Double.NaN;
        double taken = Double.NaN;
        TimingList fired = TimingList.copyOf(steady).where(t -> t.firedAt() != Timing.NEVER);
        if (!fired.isEmpty()) {
            planned = mean(fired.stream().mapToLong(Timing::thinkNanos).sum(), fired.size());
            taken = planned + mean(fired.stream().mapToLong(Timing::lagNanos).sum(), fired.size());
        }
        return mix(steady, operations, taken, planned);
    }

    private static PacingStatistics mix(
            List<Timing> steady, Map<String, Long> operations, double taken, double planned) {
        if (operations.isEmpty()) {
            return new PacingStatistics(taken, planned, Double.NaN, "");
        }
        Map<String, Long> worked = steady.stream()
                .filter(PacingStatistics::wasWorked)
                .collect(Collectors.groupingBy(t -> t.workload() + "/" + t.operation(), Collectors.counting()));
        double worst = 0;
        String deviating = "";
        for (String unplanned : new TreeSet<>(worked.keySet())) {
            if (!operations.containsKey(unplanned)) {
                worst = 1;
                deviating = unplanned;
            }
        }
        for (Map.Entry<String, Long> operation : new TreeMap<>(operations).entrySet()) {
            double wanted = operation.getValue();
            double off = Math.abs(worked.getOrDefault(operation.getKey(), 0L) - wanted) / wanted;
            if (off > worst) {
                worst = off;
                deviating = operation.getKey();
            }
        }
        return new PacingStatistics(taken, planned, worst, deviating);
    }

    /** Not what was not reached, and not what Deskmeter never sent: the platform has carried neither. */
    private static boolean wasWorked(Timing timing) {
        boolean neverSent = timing.outcome() == Outcome.HARNESS_ERROR && timing.firedAt() == Timing.NEVER;
        return timing.outcome() != Outcome.SKIPPED && !neverSent;
    }

    /** How far the pauses taken are from the planned ones, as a share of these; NaN where nothing was planned. */
    public double pacingDeviation() {
        return plannedThinkMs > 0 ? Math.abs(thinkMs - plannedThinkMs) / plannedThinkMs : Double.NaN;
    }

    private static double mean(long sumNanos, int count) {
        return sumNanos / NANOS_PER_MILLI / count;
    }
}
