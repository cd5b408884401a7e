package io.deskmeter.controller.samples;

import io.deskmeter.controller.report.SamplePoint;
import io.deskmeter.controller.store.result.SampleStore;
import io.deskmeter.measure.timing.Sample;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which samples are wanted; what is null is not asked for.
 *
 * @param metric its id
 * @param operation {@code office/writer/save}
 * @param loadPoint from 1, 0 for those outside of any
 * @param unknown only those without a value, or only those with one
 * @param min least value; those without one are left out
 * @param max most value; those without one are left out
 * @param from earliest begin
 * @param to latest begin, not included
 */
public record SampleFilter(
        @Nullable Integer session,
        @Nullable String metric,
        @Nullable String operation,
        @Nullable Integer loadPoint,
        @Nullable Boolean steady,
        @Nullable Boolean unknown,
        @Nullable Double min,
        @Nullable Double max,
        @Nullable Instant from,
        @Nullable Instant to) {

    /** The part of it that the store answers. */
    SampleStore.Selection selection() {
        return new SampleStore.Selection(session, metric);
    }

    boolean wants(SamplePoint point) {
        Sample sample = point.sample();
        return (session == null || session == sample.session())
                && (metric == null || metric.equals(sample.metric()))
                && (operation == null || operation.equals(sample.workload() + "/" + sample.operation()))
                && (loadPoint == null || loadPoint == point.loadPoint())
                && (steady == null || steady == point.steady())
                && (unknown == null || unknown != sample.isKnown())
                && within(sample)
                && during(point.at());
    }

    private boolean within(Sample sample) {
        if (min == null && max == null) {
            return true;
        }
        return sample.isKnown() && (min == null || sample.value() >= min) && (max == null || sample.value() <= max);
    }

    private boolean during(@Nullable Instant at) {
        if (from == null && to == null) {
            return true;
        }
        return at != null && (from == null || !at.isBefore(from)) && (to == null || at.isBefore(to));
    }
}
