package io.deskmeter.bench.ue.ways;

import io.deskmeter.measure.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One row: a gesture in one way, through one network.
 *
 * @param roundTripMillis of the network
 */
record WaysCase(RepeatedGesture gesture, Way way, int roundTripMillis) {
    private static final List<Integer> ROUND_TRIPS = List.of(0, 20, 50, 150);
    private static final List<Integer> QUICK_ROUND_TRIPS = List.of(0, 50);
    private static final double PERCENT = 100;
    private static final double MEDIAN = 0.5;
    private static final double P95 = 0.95;
    private static final double MOST_UNKNOWN_PERCENT = 5;

    /** All of them, in the order of the table. */
    static List<WaysCase> all(boolean quick) {
        List<WaysCase> cases = new ArrayList<>();
        for (RepeatedGesture gesture : RepeatedGesture.values()) {
            for (Way way : Way.values()) {
                for (int roundTrip : quick ? QUICK_ROUND_TRIPS : ROUND_TRIPS) {
                    if (roundTrip == 0 || way.isRemote()) {
                        cases.add(new WaysCase(gesture, way, roundTrip));
                    }
                }
            }
        }
        return cases;
    }

    String words() {
        return gesture.words() + ", " + way.words() + (way.isRemote() ? ", " + roundTripMillis + " ms" : "");
    }

    /**
     * The figures.
     *
     * @param wanted how many repeats were wanted
     * @param problem why there are fewer, without a full stop; empty if there are not
     */
    Map<String, @Nullable Object> row(List<Repeat> repeats, int wanted, String problem) {
        double[] lags = repeats.stream()
                .flatMapToDouble(repeat -> Arrays.stream(repeat.known(gesture.lag())))
                .sorted()
                .toArray();
        long unknown = repeats.stream()
                .mapToLong(repeat -> repeat.unknown(gesture.lag()))
                .sum();
        double[] medians = sorted(repeats, repeat -> repeat.median(gesture.lag()));
        double unknownPercent = PERCENT * unknown / Math.max(1, lags.length + unknown);
        double median = quantile(lags, MEDIAN);
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "ways");
        row.put("case", words());
        row.put("roundTripMs", roundTripMillis);
        row.put("repeats", repeats.size());
        row.put("moves", lags.length + unknown);
        row.put("lagP50Ms", median);
        row.put("lagP95Ms", quantile(lags, P95));
        row.put("lagSdMs", median(repeats, repeat -> repeat.standardDeviation(gesture.lag())));
        row.put("leastMedianMs", quantile(medians, 0));
        row.put("mostMedianMs", quantile(medians, 1));
        row.put(
                "errorPx",
                gesture.error().isEmpty() ? null : median(repeats, repeat -> repeat.median(gesture.error())));
        row.put("movesSeenPct", median(repeats, repeat -> repeat.median(gesture.seen())));
        row.put("unknownPct", unknownPercent);
        row.put("bounds", "all repeats, lagP50 at least the round trip, unknown 5 %");
        row.put("problem", problem.isEmpty() ? reason(repeats) : problem);
        row.put(
                "pass",
                repeats.size() == wanted && median >= roundTripMillis && unknownPercent <= MOST_UNKNOWN_PERCENT);
        return row;
    }

    private @Nullable String reason(List<Repeat> repeats) {
        return repeats.stream()
                .map(repeat -> repeat.reason(gesture.lag()))
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static double[] sorted(List<Repeat> repeats, ToDoubleFunction<Repeat> figure) {
        return repeats.stream()
                .mapToDouble(figure)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
    }

    private static double median(List<Repeat> repeats, ToDoubleFunction<Repeat> figure) {
        return quantile(sorted(repeats, figure), MEDIAN);
    }

    private static double quantile(double[] sorted, double q) {
        return sorted.length == 0 ? Double.NaN : Quantiles.of(sorted, q);
    }
}
