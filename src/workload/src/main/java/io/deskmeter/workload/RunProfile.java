package io.deskmeter.workload;

import java.time.Duration;

/**
 * All that a run needs to be repeated.
 *
 * @param id name
 * @param title for people
 * @param workloads what each session does
 * @param target where sessions live
 * @param load how many sessions
 * @param thresholds what passes
 * @param evidence of which operations frames are kept
 * @param logonInterval between the starts of two sessions, spreads the logons evenly
 */
public record RunProfile(
        String id,
        String title,
        WorkloadProfile workloads,
        Target target,
        Load load,
        Thresholds thresholds,
        Evidence evidence,
        Duration logonInterval) {

    /** Of which operations frames are kept. */
    public enum Evidence {
        /** Those that failed. */
        FAILED,
        /** Those that failed, and those of groups A and B whose response is beyond the threshold of their group. */
        SLOW,
        /** All that were worked. */
        ALL
    }
}
