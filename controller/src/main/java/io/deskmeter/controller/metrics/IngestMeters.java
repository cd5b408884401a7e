package io.deskmeter.controller.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.springframework.stereotype.Component;

/** Counts batches of timings and what became of them. Thread-safe. */
@Component
public final class IngestMeters {
    private static final String OUTCOME = "outcome";

    private final MeterRegistry registry;
    private final Timer stored;
    private final Timer failed;
    private final Counter fresh;
    private final Counter duplicates;
    private final Counter unusable;

    public IngestMeters(MeterRegistry registry) {
        this.registry = registry;
        this.stored = batches("stored");
        this.failed = batches("failed");
        this.fresh = timings("stored");
        this.duplicates = timings("duplicate");
        this.unusable = timings("unusable");
    }

    private Timer batches(String outcome) {
        return Meters.timer(ControllerMeter.INGEST_BATCHES, OUTCOME, outcome).register(registry);
    }

    private Counter timings(String outcome) {
        return Meters.counter(ControllerMeter.INGEST_TIMINGS, OUTCOME, outcome).register(registry);
    }

    /** A batch has arrived. */
    public Batch begin() {
        return new Batch(Timer.start(registry));
    }

    /** A batch on its way to the store. */
    public final class Batch {
        private final Timer.Sample sample;

        private Batch(Timer.Sample sample) {
            this.sample = sample;
        }

        /**
         * It is stored.
         *
         * @param usable timings of it that can be stored
         * @param added those of them that were not stored already
         * @param unusableOnes timings of it that cannot be stored
         */
        public void stored(int usable, int added, int unusableOnes) {
            sample.stop(stored);
            fresh.increment(added);
            duplicates.increment((double) usable - added);
            unusable.increment(unusableOnes);
        }

        /** It was not stored, and will be sent again. */
        public void failed() {
            sample.stop(failed);
        }
    }
}
