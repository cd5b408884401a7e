package io.deskmeter.controller.run.figure;

import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.SkippedCauses;
import io.deskmeter.workload.operation.Group;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * The running percentiles of a load point. Adding a timing and reading a percentile take constant time. Percentiles are
 * those of verdicts, with failed operations slower than all others, to {@value #SIGNIFICANT_DIGITS} significant digits:
 * an error of at most 0.1 %. Verdicts are computed exactly, from the timings themselves. Owned by the run's mailbox.
 */
public final class LivePercentiles {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final double MICROS_PER_MILLI = 1e3;

    private final Map<Group, Responses> groups = new EnumMap<>(Group.class);
    private final SkippedCauses causes = new SkippedCauses();

    private static final class Responses {
        private final Histogram micros = new Histogram(SIGNIFICANT_DIGITS);
        private int failed;
    }

    /**
     * Adds one that counts. What Deskmeter itself spoilt, or kept from being reached, is left out: nothing is known of
     * it.
     */
    public void add(Timing timing) {
        if (causes.attributed(timing) != Outcome.HARNESS_ERROR) {
            Response.of(timing).ifPresent(response -> add(response, timing));
        }
    }

    private void add(Response response, Timing timing) {
        Responses group = groups.computeIfAbsent(response.group(), of -> new Responses());
        if (Double.isInfinite(response.millis())) {
            group.failed++;
        } else {
            group.micros.recordValue(Math.max(0, timing.responseNanos() / NANOS_PER_MICRO));
        }
    }

    /** The number of operations of the group that ended. */
    public int count(Group group) {
        Responses responses = groups.get(group);
        return responses == null ? 0 : (int) responses.micros.getTotalCount() + responses.failed;
    }

    /**
     * A percentile in milliseconds; empty if there is none yet, infinite if too many failed.
     *
     * @param q from 0 to 1
     */
    public OptionalDouble quantile(Group group, double q) {
        Responses responses = groups.get(group);
        if (responses == null) {
            return OptionalDouble.empty();
        }
        long ended = responses.micros.getTotalCount();
        long rank = Math.max(1, (long) Math.ceil(q * (ended + responses.failed) - 1e-9));
        if (rank > ended) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        // In the middle between two ranks, so that rounding cannot select the next one.
        long value = responses.micros.getValueAtPercentile(100 * (rank - 0.5) / ended);
        return OptionalDouble.of(responses.micros.medianEquivalentValue(value) / MICROS_PER_MILLI);
    }
}
