package io.deskmeter.controller.report;

import io.deskmeter.measure.GroupSummary;
import io.deskmeter.measure.Interval;
import io.deskmeter.measure.Limit;
import io.deskmeter.measure.LoadPointSummary;
import io.deskmeter.measure.OperationSummary;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Verdict;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Thresholds;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run and what it showed, in the shape of {@code report.json}; component names are the JSON's keys and a contract. Figures that do
 * not exist are NaN or infinite here and {@code null} in JSON.
 *
 * @param run which
 * @param verdict the answer
 * @param thresholds in milliseconds, of groups A and B
 * @param configuration what was asked for, label to value, in the order in which people should read it
 * @param loadPoints in the order in which they were measured
 * @param operations of all load points; {@code sessions} tells whose
 * @param stages of the run, in order
 * @param evidence files below the report's folder
 * @param agents that took part
 * @param environment of the measured platform, name to value
 */
public record RunReport(
        Run run,
        RunVerdict verdict,
        Map<Group, Double> thresholds,
        Map<String, String> configuration,
        List<LoadPoint> loadPoints,
        List<OperationSummary> operations,
        List<Stage> stages,
        List<Evidence> evidence,
        List<AgentInfo> agents,
        Map<String, String> environment) {
    public RunReport {
        thresholds = new EnumMap<>(thresholds);
        configuration = new LinkedHashMap<>(configuration);
        loadPoints = List.copyOf(loadPoints);
        operations = List.copyOf(operations);
        stages = List.copyOf(stages);
        evidence = List.copyOf(evidence);
        agents = List.copyOf(agents);
        environment = new LinkedHashMap<>(environment);
    }

    /** The thresholds as the report has them. */
    public static Map<Group, Double> millis(Thresholds thresholds) {
        return Map.of(
                Group.A, thresholds.a().toNanos() / 1e6,
                Group.B, thresholds.b().toNanos() / 1e6);
    }

    /**
     * Which run.
     *
     * @param profile id of the run profile
     * @param title of the run profile
     * @param mode {@code local}, {@code remote} or {@code passive}
     * @param seed of everything random
     * @param startedAt wall clock
     * @param endedAt wall clock, null while it goes on
     */
    public record Run(
            String id,
            String profile,
            String title,
            String mode,
            long seed,
            Instant startedAt,
            @Nullable Instant endedAt) {}

    /**
     * What a load point showed.
     *
     * @param index from 1; {@code loadPoint} of {@code timings.csv}
     * @param sessions discarded ones included
     * @param pass by the 95th percentiles alone
     * @param verdict with regard to their intervals
     * @param extensions how often it was measured longer because it was undecided
     * @param discarded sessions that lost their desktop
     * @param limitedBy what broke a threshold, null where nothing did
     * @param outcomes label to number of steady operations, discarded sessions included
     * @param scheduleLagP95Ms how much later than intended inputs left
     * @param startedAt of its ramp-up, wall clock
     * @param endedAt of its last steady timing, wall clock
     * @param resources of the measured platform while steady
     * @param harness what measuring cost there at the same time
     */
    public record LoadPoint(
            int index,
            int sessions,
            boolean pass,
            Verdict verdict,
            int extensions,
            int discarded,
            Map<Group, GroupFigures> groups,
            int desktopsWithinThresholds,
            @Nullable Limit limitedBy,
            Map<String, Integer> outcomes,
            double scheduleLagP95Ms,
            Instant startedAt,
            Instant endedAt,
            Resources resources,
            Harness harness) {
        public LoadPoint {
            groups = new EnumMap<>(groups);
            outcomes = new LinkedHashMap<>(outcomes);
        }

        /** From the judge's summary. */
        public static LoadPoint of(
                int index,
                LoadPointSummary summary,
                int extensions,
                Instant startedAt,
                Instant endedAt,
                Resources resources,
                Harness harness) {
            Map<String, Integer> outcomes = new LinkedHashMap<>();
            for (Outcome outcome : Outcome.values()) {
                outcomes.put(outcome.label(), summary.count(outcome));
            }
            return new LoadPoint(
                    index,
                    summary.sessions(),
                    summary.pass(),
                    summary.verdict(),
                    extensions,
                    summary.discarded(),
                    Map.of(Group.A, GroupFigures.of(summary.a()), Group.B, GroupFigures.of(summary.b())),
                    summary.desktopsWithinThresholds(),
                    summary.limitedBy(),
                    outcomes,
                    summary.scheduleLagP95Ms(),
                    startedAt,
                    endedAt,
                    resources,
                    harness);
        }

        /** A judged group's figures. */
        public GroupFigures figures(Group group) {
            GroupFigures figures = groups.get(group);
            if (figures == null) {
                throw new IllegalArgumentException("group: " + group + " (expected: one of " + groups.keySet() + ")");
            }
            return figures;
        }
    }

    /** A group at a load point; see {@link GroupSummary}. */
    public record GroupFigures(int count, int failed, int skipped, double p50Ms, double p95Ms, Interval p95Ci) {
        static GroupFigures of(GroupSummary summary) {
            return new GroupFigures(
                    summary.count(),
                    summary.failed(),
                    summary.skipped(),
                    summary.p50Ms(),
                    summary.p95Ms(),
                    summary.p95Ci());
        }
    }

    /**
     * The measured platform.
     *
     * @param cpuPct mean, of all cores, 0 to 100
     * @param cpuMaxPct highest sample
     * @param memUsedMb mean, in 2^20 bytes
     * @param memTotalMb in 2^20 bytes
     */
    public record Resources(double cpuPct, double cpuMaxPct, double memUsedMb, double memTotalMb) {
        /** Nothing was sampled. */
        public static final Resources UNKNOWN = new Resources(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Deskmeter's own processes on the measured platform.
     *
     * @param cpuPct mean, of all cores, 0 to 100; part of {@link Resources#cpuPct()}
     * @param memMb mean, in 2^20 bytes
     */
    public record Harness(double cpuPct, double memMb) {
        /** Nothing was sampled. */
        public static final Harness UNKNOWN = new Harness(Double.NaN, Double.NaN);
    }

    /**
     * A stage of the run.
     *
     * @param name for people
     * @param state {@code done}, {@code failed}, {@code skipped}
     * @param startedAt wall clock
     * @param endedAt wall clock, null where it did not end
     * @param message what happened, may be empty
     */
    public record Stage(
            String name,
            String state,
            Instant startedAt,
            @Nullable Instant endedAt,
            String message) {}

    /**
     * A picture of what went wrong.
     *
     * @param file below the report's folder, with {@code /}
     * @param session from 0
     * @param workload id
     * @param operation id
     * @param outcome label
     */
    public record Evidence(String file, int session, String workload, String operation, String outcome) {}

    /**
     * An agent.
     *
     * @param id chosen by itself
     * @param host name of its machine
     * @param version of its program
     * @param sessions most that it held at a time
     * @param facts name to value, for people
     */
    public record AgentInfo(String id, String host, String version, int sessions, Map<String, String> facts) {
        public AgentInfo {
            facts = new LinkedHashMap<>(facts);
        }
    }
}
