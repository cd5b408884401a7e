package io.deskmeter.e2e;

import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/** What one session measured. */
final class CollectedResults implements SessionListener {
    private final Queue<Timing> timings = new ConcurrentLinkedQueue<>();
    private final Queue<Sample> samples = new ConcurrentLinkedQueue<>();

    /** In their order. */
    List<Timing> timings() {
        return List.copyOf(timings);
    }

    /** In their order. */
    List<Sample> samples() {
        return List.copyOf(samples);
    }

    @Override
    public void changed(SessionUpdate change) {
        // The session completes with its last phase.
    }

    @Override
    public void timed(Timing timing) {
        timings.add(timing);
    }

    @Override
    public void sampled(Sample sample) {
        samples.add(sample);
    }

    /** A line for each timing, for people. */
    @Override
    public String toString() {
        return timings.stream().map(CollectedResults::line).collect(Collectors.joining("\n"));
    }

    /** The operation of a start, its outcome, and why. */
    static String line(Timing timing) {
        return "start " + (timing.iteration() + 1) + ", " + timing.operation() + " "
                + timing.outcome().label() + " "
                + timing.detail().lines().findFirst().orElse("");
    }
}
