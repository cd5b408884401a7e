package io.deskmeter.measure;

import java.util.HashMap;
import java.util.Map;

/**
 * Says of operations that were not reached whose doing that was, as verdicts do: what follows an operation that Deskmeter itself spoilt would not have been skipped
 * without it. Told of the timings of one session after another, each in their order. Not thread-safe.
 */
public final class SkippedCauses {
    private final Map<Instance, Outcome> failures = new HashMap<>();
    private int session = -1;

    /** An application in one iteration: what is not reached follows what failed there. */
    private record Instance(int iteration, String workload) {}

    /**
     * The next timing.
     *
     * @return its outcome; {@code harness-error} if it was skipped and the last one that failed before it in its iteration of the workload was that
     */
    public Outcome attributed(int ofSession, int iteration, String workload, Outcome outcome) {
        if (ofSession != session) {
            session = ofSession;
            failures.clear();
        }
        if (outcome == Outcome.OK) {
            return outcome;
        }
        Instance instance = new Instance(iteration, workload);
        if (outcome != Outcome.SKIPPED) {
            failures.put(instance, outcome);
            return outcome;
        }
        return failures.get(instance) == Outcome.HARNESS_ERROR ? Outcome.HARNESS_ERROR : outcome;
    }
}
