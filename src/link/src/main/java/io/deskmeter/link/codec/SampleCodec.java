package io.deskmeter.link.codec;

import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.measure.timing.Sample;

/** A sample of a metric as it travels. Monotonic instants travel whole, and so does a value that is not a number. */
public final class SampleCodec {
    private SampleCodec() {}

    /** What travels of a sample of this run. */
    public static SampleRecord encode(String runId, Sample sample) {
        SampleRecord.Builder record = SampleRecord.newBuilder()
                .setRunId(runId)
                .setSession(sample.session())
                .setSequence(sample.sequence())
                .setIteration(sample.iteration())
                .setWorkload(sample.workload())
                .setOperation(sample.operation())
                .setMetric(sample.metric())
                .setTiming(sample.timing())
                .setFrom(sample.from())
                .setTo(sample.to())
                .setValue(sample.value())
                .setUncertainty(sample.uncertainty())
                .setUnknown(sample.unknown());
        if (sample.isBounded()) {
            record.setNoBetterThan(sample.noBetterThan());
        }
        return record.build();
    }

    /** The sample of {@link SampleRecord#getRunId() a run}. */
    public static Sample decode(SampleRecord record) {
        return Sample.builder(record.getMetric())
                .session(record.getSession())
                .sequence(record.getSequence())
                .iteration(record.getIteration())
                .operation(record.getWorkload(), record.getOperation())
                .timing(record.getTiming())
                .during(record.getFrom(), record.getTo())
                .value(record.getValue(), record.getUncertainty())
                .unknown(record.getUnknown())
                .noBetterThan(record.hasNoBetterThan() ? record.getNoBetterThan() : Double.NaN)
                .build();
    }
}
