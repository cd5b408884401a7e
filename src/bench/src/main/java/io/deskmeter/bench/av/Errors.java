package io.deskmeter.bench.av;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How far figures were from the truth, in milliseconds. Thread-safe. */
final class Errors {
    private static final double PERCENT = 100;

    private final List<Double> errors = new ArrayList<>();
    private final Map<String, Integer> reasons = new LinkedHashMap<>();
    private int held;
    private int unknown;

    /**
     * A figure that is known.
     *
     * @param error what was reported minus the truth
     * @param uncertainty that was reported
     */
    synchronized void add(double error, double uncertainty) {
        errors.add(error);
        held += Math.abs(error) <= uncertainty ? 1 : 0;
    }

    /** A figure that is unknown. */
    synchronized void unknown(String reason) {
        unknown++;
        reasons.merge(reason, 1, Integer::sum);
    }

    synchronized int known() {
        return errors.size();
    }

    synchronized double unknownPercent() {
        return PERCENT * unknown / Math.max(1, errors.size() + unknown);
    }

    /** The median error. */
    synchronized double bias() {
        List<Double> sorted = errors.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.isEmpty()
                ? Double.NaN
                : sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** So large or less is the error of this share of all known figures, by nearest rank; NaN if there is none. */
    synchronized double magnitude(double share) {
        List<Double> sorted = errors.stream().map(Math::abs).sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(Math.max(0, (int) Math.ceil(share * sorted.size()) - 1));
    }

    synchronized double heldPercent() {
        return PERCENT * held / Math.max(1, errors.size());
    }

    /** Columns of a row. */
    synchronized Map<String, @Nullable Object> figures() {
        Map<String, @Nullable Object> figures = new LinkedHashMap<>();
        figures.put("trials", errors.size() + unknown);
        figures.put("unknownPct", unknownPercent());
        figures.put("biasMs", finite(bias()));
        figures.put("p95Ms", finite(magnitude(0.95)));
        figures.put("maxMs", finite(magnitude(1)));
        figures.put("intervalContainsTruthPct", errors.isEmpty() ? null : heldPercent());
        if (!reasons.isEmpty()) {
            figures.put("reason", reasons.toString());
        }
        return figures;
    }

    private static @Nullable Double finite(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
