package io.deskmeter.controller.run;

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
 * @param discarded sessions lost or failed
 * @param unusable timings that came and cannot be stored, kept in the quarantine; any makes the run invalid
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
        int unusable) {}
