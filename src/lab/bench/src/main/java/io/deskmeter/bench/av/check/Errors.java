package io.deskmeter.bench.av.check;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.measure.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far figures were from the truth. Thread-safe. */
public final class Errors {
    private static final double PERCENT = 100;

    private final List<Double> errors = new ArrayList<>();
    private final Map<String, Integer> reasons = new LinkedHashMap<>();
    private int held;
    private int unknown;
    private int disturbed;

    /**
     * A figure that is known.
     *
     * @param error what was reported minus the truth
     * @param uncertainty that was reported
     */
    public synchronized void add(double error, double uncertainty) {
        errors.add(error);
        held += Math.abs(error) <= uncertainty ? 1 : 0;
    }

    /** A figure that is unknown. */
    public synchronized void unknown(String reason) {
        unknown++;
        reasons.merge(reason, 1, Integer::sum);
    }

    /** A trial without a truth, which does not count. */
    public synchronized void disturbed() {
        disturbed++;
    }

    /** A figure of an agent, known or not. */
    public void add(SeriesValue reported, double truth) {
        if (reported.isKnown()) {
            add(reported.value() - truth, reported.uncertainty());
        } else {
            unknown(reported.unknown());
        }
    }

    public synchronized int known() {
        return errors.size();
    }

    public synchronized double unknownPercent() {
        return PERCENT * unknown / Math.max(1, errors.size() + unknown);
    }

    /** The median error; NaN if there is none. */
    public synchronized double bias() {
        return quantile(errors.stream().mapToDouble(Double::doubleValue).toArray(), 0.5);
    }

    /** So large or less is the error of this share of all known figures; NaN if there is none. */
    public synchronized double magnitude(double share) {
        return quantile(errors.stream().mapToDouble(Math::abs).toArray(), share);
    }

    private static double quantile(double[] values, double share) {
        Arrays.sort(values);
        return values.length == 0 ? Double.NaN : Quantiles.of(values, share);
    }

    /** Share of the known figures whose interval contains the truth. */
    public synchronized double heldPercent() {
        return PERCENT * held / Math.max(1, errors.size());
    }

    /**
     * Columns of a row.
     *
     * @param unit of the errors, which ends the keys
     */
    synchronized Map<String, @Nullable Object> figures(String unit) {
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        figures.put("trials", errors.size() + unknown);
        figures.put("unknownPct", unknownPercent());
        figures.put("bias" + unit, finite(bias()));
        figures.put("p95" + unit, finite(magnitude(0.95)));
        figures.put("max" + unit, finite(magnitude(1)));
        figures.put("intervalContainsTruthPct", errors.isEmpty() ? null : heldPercent());
        if (disturbed > 0) {
            figures.put("disturbed", disturbed);
        }
        if (!reasons.isEmpty()) {
            figures.put("reason", reasons.toString());
        }
        return figures;
    }

    private static @Nullable Double finite(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
