package io.deskmeter.workload.run;

import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.targets.Calibration;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetHandlers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All that a run needs to be repeated.
 *
 * @param id name
 * @param title for people
 * @param workloads what each session does
 * @param mode who drives and who measures
 * @param target where sessions live
 * @param calibration pictures that replace landmarks on the target; empty: the workloads' own are looked for
 * @param handlers what is done about windows of the target that may come at any time
 * @param agents labels that a client agent must have, all of them, to be given sessions; none: any agent
 * @param load how many sessions
 * @param thresholds what passes
 * @param limits what passes of metrics: id to a value in the metric's unit, which its statistic must reach where higher
 *     values are better, and must not exceed where lower ones are; sorted by id
 * @param evidence of which operations frames are kept
 * @param logonInterval between the starts of two sessions, spreads the logons evenly
 * @param expect what the result should be; a run that does not meet it is valid all the same
 * @param validity how far the harness may be off
 */
public record RunProfile(
        String id,
        String title,
        WorkloadProfile workloads,
        Mode mode,
        Target target,
        Optional<Calibration> calibration,
        TargetHandlers handlers,
        List<String> agents,
        Load load,
        Thresholds thresholds,
        Map<String, Double> limits,
        Evidence evidence,
        Duration logonInterval,
        List<Expectation> expect,
        ValidityBounds validity) {
    public RunProfile {
        agents = List.copyOf(agents);
        limits = Collections.unmodifiableMap(new TreeMap<>(limits));
        expect = List.copyOf(expect);
    }

    /**
     * Begins one.
     *
     * @param workloads what each session does
     * @param target where sessions live
     * @param load how many sessions
     */
    public static RunProfileBuilder builder(String id, WorkloadProfile workloads, Target target, Load load) {
        return new RunProfileBuilder(id, workloads, target, load);
    }

    /** Begins one that is like this one but for what is said then. */
    public RunProfileBuilder like() {
        return builder(id, workloads, target, load)
                .title(title)
                .mode(mode)
                .calibration(calibration)
                .handlers(handlers)
                .agents(agents)
                .thresholds(thresholds)
                .limits(limits)
                .evidence(evidence)
                .logonInterval(logonInterval)
                .expect(expect)
                .validity(validity);
    }

    /** The same under another title. */
    public RunProfile withTitle(String other) {
        return like().title(other).build();
    }

    /** The same with another load. */
    public RunProfile withLoad(Load other) {
        return like().load(other).build();
    }

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
