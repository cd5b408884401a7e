package io.deskmeter.bench.ue.ways;

import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the samples of one operation, and the first thing that went wrong. Thread-safe. */
final class RepeatRecorder implements SessionListener {
    private final String operation;
    private final Map<Long, List<Sample>> repeats = new LinkedHashMap<>();
    private String problem = "";

    RepeatRecorder(String operation) {
        this.operation = operation;
    }

    @Override
    public synchronized void changed(SessionUpdate change) {
        note(change.detail());
    }

    @Override
    public synchronized void timed(Timing timing) {
        if (timing.outcome() != Outcome.OK) {
            note(timing.operation() + " " + timing.outcome().label() + ": " + timing.detail());
        } else if (timing.operation().equals(operation)) {
            repeats.put(timing.sequence(), new ArrayList<>());
        }
    }

    @Override
    public synchronized void sampled(Sample sample) {
        List<Sample> of = repeats.get(sample.timing());
        if (of != null) {
            of.add(sample);
        }
    }

    private void note(String what) {
        problem = problem.isEmpty() ? what : problem;
    }

    /** The first failure, without a full stop; empty if there was none. */
    synchronized String problem() {
        return problem;
    }

    /** Those that count: the first one warms the programs up. */
    synchronized List<Repeat> repeats() {
        return repeats.values().stream().skip(1).map(Repeat::new).toList();
    }
}
