package io.deskmeter.controller.samples;

import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.measure.timing.Sample;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A sample of a metric as JSON; the same figures as a line of {@code samples.csv}.
 *
 * @param loadPoint index from 1; 0 outside of any
 * @param sequence unique among the samples of its session
 * @param steady whether it counts for the verdict
 * @param metric its id
 * @param timing sequence of the timing that it belongs to, 0 for none
 * @param at wall clock of its begin, a label; null where its timing is not known
 * @param durationMs the time of which it tells
 * @param value in the unit of the metric, null where it is unknown
 * @param uncertainty how far the true value may lie from it, in the same unit; null where it is unknown
 * @param unknown why the value is unknown; empty where it is known
 * @param noBetterThan what was seen of an unknown value: it is this one or a worse one; null where nothing is known of
 *     it
 */
@Schema(name = "Sample")
public record SampleView(
        int loadPoint,
        int session,
        long sequence,
        int iteration,
        boolean steady,
        String workload,
        String operation,
        String metric,
        long timing,
        @Nullable Instant at,
        double durationMs,
        @Nullable Double value,
        @Nullable Double uncertainty,
        String unknown,
        @Nullable Double noBetterThan) {
    static SampleView of(SamplePoint point) {
        Sample s = point.sample();
        return new SampleView(
                point.loadPoint(),
                s.session(),
                s.sequence(),
                s.iteration(),
                point.steady(),
                s.workload(),
                s.operation(),
                s.metric(),
                s.timing(),
                point.at(),
                (s.to() - s.from()) / 1e6,
                numberOrNull(s.value()),
                numberOrNull(s.uncertainty()),
                s.unknown(),
                numberOrNull(s.noBetterThan()));
    }

    private static @Nullable Double numberOrNull(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
