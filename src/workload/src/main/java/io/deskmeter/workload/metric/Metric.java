package io.deskmeter.workload.metric;

/**
 * Something that a workload measures beside response times.
 *
 * @param id unique within its workload, in kebab case: {@code picture-similarity}
 * @param title for people
 * @param unit {@code ms}, {@code 1} for a plain number, {@code px}, {@code dB}, {@code %}, or any text of at most 20
 *     characters. Values of a duration are in ms
 * @param better which values are the better ones
 * @param statistic what judges all samples of a load point
 * @param source where samples come from: the id of a {@link MetricSource}
 */
public record Metric(String id, String title, String unit, Better better, Statistic statistic, String source) {
    /** The unit of durations. */
    public static final String MILLISECONDS = "ms";

    /** Whether its values are durations. */
    public boolean isDuration() {
        return unit.equals(MILLISECONDS);
    }
}
