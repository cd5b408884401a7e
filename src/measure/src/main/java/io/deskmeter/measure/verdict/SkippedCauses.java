package io.deskmeter.measure.verdict;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.util.HashMap;
import java.util.Map;

/**
 * Says of operations that were not reached whose doing that was, as verdicts do: what follows an operation that
 * Deskmeter itself spoilt would not have been skipped without it, and of what follows one whose timing was not
 * delivered that is not known. Told of the timings of each session in their order; those of several sessions may
 * alternate. Remembers failures only. Not thread-safe.
 */
public final class SkippedCauses {
    private final Map<Instance, Outcome> failures = new HashMap<>();

    /** An application in one iteration of a session: what is not reached follows what failed there. */
    private record Instance(int session, int iteration, String workload) {}

    /** As {@link #attributed(int, int, String, Outcome)}. */
    public Outcome attributed(Timing timing) {
        return attributed(timing.session(), timing.iteration(), timing.workload(), timing.outcome());
    }

    /**
     * The next timing.
     *
     * @return its outcome; {@code harness-error} if it was skipped and the last one that failed before it in its
     *     iteration of the workload was that, or did not come
     */
    public Outcome attributed(int session, int iteration, String workload, Outcome outcome) {
        if (outcome == Outcome.OK) {
            return outcome;
        }
        Instance instance = new Instance(session, iteration, workload);
        if (outcome != Outcome.SKIPPED) {
            failures.put(instance, outcome);
            return outcome;
        }
        return failures.getOrDefault(instance, Outcome.HARNESS_ERROR) == Outcome.HARNESS_ERROR
                ? Outcome.HARNESS_ERROR
                : outcome;
    }
}
