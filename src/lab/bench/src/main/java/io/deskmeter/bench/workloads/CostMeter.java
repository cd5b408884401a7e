package io.deskmeter.bench.workloads;

import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.bench.session.SessionRunner;
import io.deskmeter.bench.workloads.SessionUsage.Counters;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Adds up what a session uses from its second iteration on. Thread-safe. */
final class CostMeter implements SessionListener {
    private static final Logger LOG = LoggerFactory.getLogger(CostMeter.class);
    /** Memory is added up at each so-manieth look, because it takes the system a while. */
    private static final int MEMORY_EVERY = 10;

    private final SessionUsage usage;
    private final LongSupplier wireBytes;
    private @Nullable Counters before;
    private long wireBefore;
    private int looks;
    private int timings;
    private int failed;
    private String detail = "";

    /** @param wireBytes that the desktop has sent so far */
    CostMeter(SessionUsage usage, LongSupplier wireBytes) {
        this.usage = usage;
        this.wireBytes = wireBytes;
    }

    /** Looks at the session's processes; to be called many times a second. */
    synchronized void look() {
        try {
            usage.look(looks++ % MEMORY_EVERY == 0);
        } catch (IOException e) {
            LOG.warn("processes of the session: {}", e.toString());
        }
    }

    @Override
    public synchronized void changed(SessionUpdate update) {
        detail = update.detail();
        if (update.phase() == Phase.WORKING && update.iteration() == SessionRunner.WARM_UP) {
            look();
            before = usage.used();
            wireBefore = wireBytes.getAsLong();
        }
    }

    @Override
    public synchronized void timed(Timing timing) {
        if (timing.iteration() >= SessionRunner.WARM_UP) {
            timings++;
            failed += timing.outcome() == Outcome.OK ? 0 : 1;
        }
    }

    @Override
    public void sampled(Sample sample) {
        // Costs only.
    }

    /** The reason of the session's end; empty if there is no error. */
    synchronized String detail() {
        return detail;
    }

    /**
     * The mean of the iterations that count.
     *
     * @throws IllegalStateException if the session has not come so far
     */
    synchronized IterationCost cost(String workload, int iterations) {
        if (before == null) {
            throw new IllegalStateException(workload + ": no iteration that counts (expected: " + iterations + ")");
        }
        Counters used = usage.used().minus(before);
        return new IterationCost(
                workload,
                used.cpuSeconds() / iterations,
                usage.mostPssBytes(),
                (double) used.readBytes() / iterations,
                (double) used.writtenBytes() / iterations,
                (double) (wireBytes.getAsLong() - wireBefore) / iterations,
                timings / iterations,
                failed);
    }
}
