package io.deskmeter.measure;

import java.util.List;

/**
 * What is known of the metrics of a load point when it is judged.
 *
 * @param plan of the run
 * @param steady samples of all iterations that count, in any order, those of lost sessions included
 */
public record PointSamples(MetricPlan plan, List<Sample> steady) {
    /** Where responses only are measured. */
    public static final PointSamples NONE = new PointSamples(MetricPlan.NONE, List.of());

    public PointSamples {
        steady = List.copyOf(steady);
    }
}
