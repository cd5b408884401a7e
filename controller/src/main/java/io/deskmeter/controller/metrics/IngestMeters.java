package io.deskmeter.controller.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.springframework.stereotype.Component;

/** Counts batches of timings and samples and what became of them. Thread-safe. */
@Component
public final class IngestMeters {
    private static final String OUTCOME = "outcome";

    private final MeterRegistry registry;
    private final Timer stored;
    private final Timer failed;
    private final Records timings;
    private final Records samples;

    public IngestMeters(MeterRegistry registry) {
        this.registry = registry;
        this.stored = batches("stored");
        this.failed = batches("failed");
        this.timings = records(ControllerMeter.INGEST_TIMINGS);
        this.samples = records(ControllerMeter.INGEST_SAMPLES);
    }

    private Timer batches(String outcome) {
        return Meters.timer(ControllerMeter.INGEST_BATCHES, OUTCOME, outcome).register(registry);
    }

    private Records records(ControllerMeter meter) {
        return new Records(counter(meter, "stored"), counter(meter, "duplicate"), counter(meter, "unusable"));
    }

    private Counter counter(ControllerMeter meter, String outcome) {
        return Meters.counter(meter, OUTCOME, outcome).register(registry);
    }

    /** What became of timings, or of samples. */
    private record Records(Counter stored, Counter duplicates, Counter unusable) {
        private void add(Count count) {
            stored.increment(count.fresh());
            duplicates.increment((double) count.usable() - count.fresh());
            unusable.increment((double) count.received() - count.usable());
        }
    }

    /**
     * Timings, or samples, of a batch.
     *
     * @param received of the agent
     * @param usable those of them that can be stored
     * @param fresh those of the usable ones that were not stored already
     */
    public record Count(int received, int usable, int fresh) {}

    /** What became of the content of one batch, or of several. */
    public void stored(Count ofTimings, Count ofSamples) {
        timings.add(ofTimings);
        samples.add(ofSamples);
    }

    /** A batch has come. */
    public Batch begin() {
        return new Batch(Timer.start(registry));
    }

    /** A batch on its way to the store. */
    public final class Batch {
        private final Timer.Sample sample;

        private Batch(Timer.Sample sample) {
            this.sample = sample;
        }

        /** It is stored. */
        public void stored() {
            sample.stop(stored);
        }

        /** It was not stored, and will be sent again. */
        public void failed() {
            sample.stop(failed);
        }
    }
}
