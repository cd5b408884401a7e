package io.deskmeter.controller.run.fact;

import io.deskmeter.measure.timing.Outcome;
import java.util.Map;

/**
 * Counters of a run, so that nothing is dropped silently.
 *
 * @param timings stored
 * @param failed of them: timeout, application-failed, desktop-lost
 * @param skipped of them
 * @param harnessErrors of them; any makes the run invalid
 * @param duplicates came again and were not stored again
 * @param late of them: came after the load point they belong to was judged, or when the run was over
 * @param unknownEvents pairs that the table does not know, and facts of sessions nobody started
 * @param discarded sessions that were lost, failed, ended by themselves, or by an error of Deskmeter
 * @param unusable timings and samples that came and cannot be stored, kept in the quarantine; any makes the run invalid
 * @param samples of metrics, stored
 * @param unknownSamples those of them without a value
 * @param lateSamples those of them that came after the load point they belong to was judged, or when the run was over
 * @param handled how often a handler gave input for a window that had come
 */
public record RunCounts(
        int timings,
        int failed,
        int skipped,
        int harnessErrors,
        int duplicates,
        int late,
        int unknownEvents,
        int discarded,
        int unusable,
        int samples,
        int unknownSamples,
        int lateSamples,
        int handled) {
    /** Of a run that measures responses only. */
    public RunCounts(
            int timings,
            int failed,
            int skipped,
            int harnessErrors,
            int duplicates,
            int late,
            int unknownEvents,
            int discarded,
            int unusable) {
        this(timings, failed, skipped, harnessErrors, duplicates, late, unknownEvents, discarded, unusable, 0, 0, 0, 0);
    }

    /**
     * Of a run by what its operations came to.
     *
     * @param outcomes number of stored timings of each outcome
     */
    public static RunCounts of(
            Map<Outcome, Integer> outcomes,
            int duplicates,
            int late,
            int unknownEvents,
            int discarded,
            int unusable,
            int samples,
            int unknownSamples,
            int lateSamples,
            int handled) {
        return new RunCounts(
                outcomes.values().stream().mapToInt(Integer::intValue).sum(),
                outcomes.getOrDefault(Outcome.TIMEOUT, 0)
                        + outcomes.getOrDefault(Outcome.APPLICATION_FAILED, 0)
                        + outcomes.getOrDefault(Outcome.DESKTOP_LOST, 0),
                outcomes.getOrDefault(Outcome.SKIPPED, 0),
                outcomes.getOrDefault(Outcome.HARNESS_ERROR, 0),
                duplicates,
                late,
                unknownEvents,
                discarded,
                unusable,
                samples,
                unknownSamples,
                lateSamples,
                handled);
    }
}
