package io.deskmeter.bench.truth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The trials of one row. Not thread-safe. */
final class TrialStatistics {
    private static final double NANOS_PER_MILLI = 1e6;

    private record Pair(Truth truth, ReportedTiming reported) {
        /** The error of the reported landmark; negative if it was early. */
        long error() {
            return reported.shownAt() - truth.shownAt();
        }

        /** The error of the whole response, which starts when the input reaches the program. */
        long responseError() {
            return error() + firingLag();
        }

        /** From the reported input to the time at which the program read it. */
        long firingLag() {
            return truth.inputAt() - reported.firedAt();
        }

        boolean contains() {
            return reported.lastWithoutAt() <= truth.shownBy() && reported.shownAt() >= truth.shownFrom();
        }

        long resolution() {
            return reported.shownAt() - reported.lastWithoutAt();
        }
    }

    private final List<Pair> pairs = new ArrayList<>();
    private final Map<String, Integer> failures = new LinkedHashMap<>();
    private int failed;

    void add(Truth truth, ReportedTiming reported) {
        pairs.add(new Pair(truth, reported));
    }

    /** @param reason why there is no response, or none that can be compared */
    void failed(String reason) {
        failed++;
        failures.merge(reason, 1, Integer::sum);
    }

    /** The trials that are left of a plan have failed. */
    void failedTo(int planned, String reason) {
        while (pairs.size() + failed < planned) {
            failed(reason);
        }
    }

    boolean hasAny() {
        return !pairs.isEmpty();
    }

    /** Each reason with the number of trials that it applies to. */
    private String reasons() {
        return failures.entrySet().stream()
                .map(e -> e.getValue() + " × " + e.getKey())
                .collect(Collectors.joining("; "));
    }

    /**
     * Figures with their units; null if no trial succeeded. {@code failedBecause} is there only if trials have failed.
     */
    Map<String, @Nullable Object> figures() {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        double[] errors = sorted(pair -> Math.abs(pair.error()));
        row.put("trials", pairs.size() + failed);
        row.put("failed", failed);
        row.put("biasMs", mean(Pair::error));
        row.put("p50Ms", quantile(errors, 0.5));
        row.put("p95Ms", quantile(errors, 0.95));
        row.put("p99Ms", quantile(errors, 0.99));
        row.put("maxMs", quantile(errors, 1));
        row.put(
                "intervalContainsTruth",
                pairs.isEmpty() ? null : pairs.stream().filter(Pair::contains).count() / (double) pairs.size());
        row.put("responseBiasMs", mean(Pair::responseError));
        row.put("responseP99Ms", quantile(sorted(pair -> Math.abs(pair.responseError())), 0.99));
        row.put("firedErrorP50Ms", quantile(sorted(Pair::firingLag), 0.5));
        row.put("firedErrorP99Ms", quantile(sorted(Pair::firingLag), 0.99));
        row.put("resolutionP50Ms", quantile(sorted(Pair::resolution), 0.5));
        row.put("resolutionP95Ms", quantile(sorted(Pair::resolution), 0.95));
        row.put("truthWithinP99Ms", quantile(sorted(pair -> pair.truth.width()), 0.99));
        if (failed > 0) {
            row.put("failedBecause", reasons());
        }
        return row;
    }

    private @Nullable Double mean(ToLongFunction<Pair> figure) {
        return pairs.isEmpty()
                ? null
                : pairs.stream().mapToLong(figure).average().orElseThrow() / NANOS_PER_MILLI;
    }

    private double[] sorted(ToLongFunction<Pair> figure) {
        double[] values = pairs.stream()
                .mapToDouble(pair -> figure.applyAsLong(pair) / NANOS_PER_MILLI)
                .toArray();
        Arrays.sort(values);
        return values;
    }

    /** By nearest rank, like all percentiles of Deskmeter. */
    private static @Nullable Double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? null : sorted[Math.max(0, (int) Math.ceil(q * sorted.length) - 1)];
    }
}
