package io.deskmeter.bench.search;

import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.statistics.Quantiles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The results of a strategy on all platforms. */
final class SearchRow {
    private static final int FROM = 20;

    private SearchRow() {}

    /** A row of the table. */
    static Map<String, @Nullable Object> of(String strategy, List<SearchResult> found) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("strategy", strategy);
        row.put("platforms", found.size());
        row.put("within5Pct", percent(found.stream().filter(SearchResult::close).count(), found.size()));
        long closeOrOne = found.stream().filter(SearchResult::closeOrOne).count();
        row.put("within5PctOrOneSession", percent(closeOrOne, found.size()));
        ends(row, "within5PctOrOneSession", ConfidenceIntervals.ofShare(closeOrOne, found.size()));
        row.put("within5PctFrom20Sessions", large(found));
        row.put("medianMeasuredMinutes", quantile(found, SearchResult::minutes, 0.5));
        ends(
                row,
                "medianMeasuredMinutes",
                ConfidenceIntervals.ofMedian(
                        found.stream().mapToDouble(SearchResult::minutes).toArray()));
        row.put("p95MeasuredMinutes", quantile(found, SearchResult::minutes, 0.95));
        row.put(
                "biasPct",
                100 * found.stream().mapToDouble(SearchResult::error).average().orElse(Double.NaN));
        row.put("p90ErrorPct", 100 * quantile(found, f -> Math.abs(f.error()), 0.9));
        row.put("maxErrorPct", 100 * quantile(found, f -> Math.abs(f.error()), 1));
        coverage(row, found);
        row.put("medianIntervalWidthPct", width(found));
        row.put(
                "openIntervalsPct",
                percent(
                        found.stream()
                                .filter(f -> Double.isInfinite(f.intervalWidth()))
                                .count(),
                        found.size()));
        row.put("medianPoints", quantile(found, f -> f.path().size(), 0.5));
        row.put("medianLogonsPerKnee", quantile(found, f -> f.logons() / (double) f.knee(), 0.5));
        return row;
    }

    /** For platforms for which 5 % are a session or more. */
    private static @Nullable Double large(List<SearchResult> found) {
        List<SearchResult> large = found.stream().filter(f -> f.knee() >= FROM).toList();
        return large.isEmpty()
                ? null
                : Double.valueOf(
                        percent(large.stream().filter(SearchResult::close).count(), large.size()));
    }

    /** How many intervals contain the knee, of the searches that give one. */
    private static void coverage(Map<String, @Nullable Object> row, List<SearchResult> found) {
        List<Boolean> told = found.stream()
                .flatMap(one ->
                        Optional.ofNullable(one.interval()).map(interval -> interval.contains(one.knee())).stream())
                .toList();
        long held = told.stream().filter(contained -> contained).count();
        row.put("intervalContainsKneePct", told.isEmpty() ? null : Double.valueOf(percent(held, told.size())));
        if (!told.isEmpty()) {
            ends(row, "intervalContainsKneePct", ConfidenceIntervals.ofShare(held, told.size()));
        }
    }

    /** For finite intervals, as a share of the knee. */
    private static @Nullable Double width(List<SearchResult> found) {
        double[] widths = found.stream()
                .mapToDouble(SearchResult::intervalWidth)
                .filter(Double::isFinite)
                .map(width -> 100 * width)
                .toArray();
        return widths.length == 0 ? null : Double.valueOf(ConfidenceIntervals.median(widths));
    }

    private static void ends(Map<String, @Nullable Object> row, String key, Interval interval) {
        row.put(key + "Low", interval.low());
        row.put(key + "High", interval.high());
    }

    /** The median minutes relative to another strategy's, on the same platforms. */
    static void compare(Map<String, @Nullable Object> row, List<SearchResult> found, List<SearchResult> other) {
        double[] minutes = found.stream().mapToDouble(SearchResult::minutes).toArray();
        double[] others = other.stream().mapToDouble(SearchResult::minutes).toArray();
        row.put(
                "ofWeathervaneMinutesPct",
                100 * ConfidenceIntervals.median(minutes) / ConfidenceIntervals.median(others));
        Interval confidence = ConfidenceIntervals.ofRatio(minutes, others);
        ends(row, "ofWeathervaneMinutesPct", new Interval(100 * confidence.low(), 100 * confidence.high()));
    }

    private static double percent(long part, int all) {
        return 100.0 * part / all;
    }

    private static double quantile(List<SearchResult> found, ToDoubleFunction<SearchResult> of, double q) {
        return Quantiles.of(found.stream().mapToDouble(of).sorted().toArray(), q);
    }
}
