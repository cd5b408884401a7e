package io.deskmeter.controller.ingest;

import io.deskmeter.controller.store.result.SampleStore.Row;
import io.deskmeter.controller.store.result.TimingStore;
import io.deskmeter.controller.store.run.RunStore;
import io.deskmeter.link.codec.SampleCodec;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.measure.timing.Sample;

/** Reads samples as agents send them. What no later attempt could store is found here, before the store is asked. */
final class SampleRows {
    private SampleRows() {}

    /**
     * @throws IllegalArgumentException where the record cannot be a sample, with the field, its value and what was
     *     expected
     */
    static Row row(SampleRecord record) {
        Sample sample = SampleCodec.decode(record);
        RecordChecks.requireText("run", record.getRunId(), RunStore.MOST_ID);
        requireOperation(sample);
        RecordChecks.requireText("metric", sample.metric(), TimingStore.MOST_ID);
        RecordChecks.requireFrom("session", sample.session(), 0);
        RecordChecks.requireFrom("sequence", sample.sequence(), 1);
        RecordChecks.requireFrom("iteration", sample.iteration(), 0);
        RecordChecks.requireFrom("timing", sample.timing(), 0);
        requireValue(sample);
        return new Row(record.getRunId(), sample);
    }

    /** A sample of a whole iteration belongs to no operation. */
    private static void requireOperation(Sample sample) {
        boolean ofIteration = sample.timing() == Sample.NO_TIMING
                && sample.workload().isEmpty()
                && sample.operation().isEmpty();
        if (!ofIteration) {
            RecordChecks.requireText("workload", sample.workload(), TimingStore.MOST_ID);
            RecordChecks.requireText("operation", sample.operation(), TimingStore.MOST_ID);
        }
    }

    /** A value without a number needs a reason, or nobody could tell it from a fault. */
    private static void requireValue(Sample sample) {
        boolean reason = !sample.unknown().isEmpty();
        boolean known = Double.isFinite(sample.value()) && !reason;
        boolean unknown = Double.isNaN(sample.value()) && reason;
        if (!known && !unknown) {
            throw new IllegalArgumentException("sample: value " + sample.value() + ", unknown '" + sample.unknown()
                    + "' (expected: a finite value, or NaN and the reason why it is unknown)");
        }
        if (Double.isInfinite(sample.uncertainty()) || sample.uncertainty() < 0) {
            throw new IllegalArgumentException(
                    "sample: uncertainty " + sample.uncertainty() + " (expected: 0 or more, finite)");
        }
        if (Double.isInfinite(sample.noBetterThan())) {
            throw new IllegalArgumentException("sample: no better than " + sample.noBetterThan()
                    + " (expected: a finite value, or none where nothing is known)");
        }
        if (sample.unknown().indexOf('\0') >= 0) {
            throw new IllegalArgumentException("sample: unknown with a NUL (expected: text without)");
        }
    }
}
