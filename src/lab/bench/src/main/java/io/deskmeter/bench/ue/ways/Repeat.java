package io.deskmeter.bench.ue.ways;

import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Sample;
import java.util.Arrays;
import java.util.List;

/**
 * One gesture that was made to its end.
 *
 * @param samples all of it
 */
record Repeat(List<Sample> samples) {
    Repeat {
        samples = List.copyOf(samples);
    }

    /** The known values of a metric, sorted. */
    double[] known(String metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric) && sample.isKnown())
                .mapToDouble(Sample::value)
                .sorted()
                .toArray();
    }

    /** How many samples of a metric say nothing. */
    long unknown(String metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric) && !sample.isKnown())
                .count();
    }

    /** Why the first sample of a metric that says nothing does so; empty if all are known. */
    String reason(String metric) {
        return samples.stream()
                .filter(sample -> sample.metric().equals(metric) && !sample.isKnown())
                .map(Sample::unknown)
                .findFirst()
                .orElse("");
    }

    /** NaN if nothing is known. */
    double median(String metric) {
        double[] values = known(metric);
        return values.length == 0 ? Double.NaN : Quantiles.of(values, 0.5);
    }

    /** Of a population; NaN if nothing is known. */
    double standardDeviation(String metric) {
        double[] values = known(metric);
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        return Math.sqrt(Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .average()
                .orElse(Double.NaN));
    }
}
