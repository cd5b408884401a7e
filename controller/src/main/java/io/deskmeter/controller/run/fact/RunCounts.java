package io.deskmeter.controller.run.fact;

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
    /** Of a run of which nothing has come. */
    public static final RunCounts NONE = builder().build();

    /** Begins one of which everything that is not said is 0. */
    public static RunCountsBuilder builder() {
        return new RunCountsBuilder();
    }
}
