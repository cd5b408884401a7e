package io.deskmeter.controller.report;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.link.peer.AgentNames;
import io.deskmeter.measure.expect.ExpectationResult;
import io.deskmeter.measure.expect.ExpectationResult.State;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.point.SessionSummary;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.measure.validity.ValidityCheck;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Thresholds;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A run and what it showed, in the shape of {@code report.json}; component names are the JSON's keys and a contract.
 * Figures that do not exist are NaN or infinite here and {@code null} in JSON.
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
 * @param expectations what was expected, and what became of it
 * @param validity the checks that the run was held to, none if it ended before that
 * @param sessions of all load points, by load point and session
 * @param setup what another run must have in common to be compared
 * @param metrics that its workloads measure beside responses
 * @param calibration pictures that were looked for in place of landmarks; null if none were, as in reports of earlier
 *     versions
 */
@Schema(name = "Report")
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
        Map<String, String> environment,
        List<Expected> expectations,
        List<Check> validity,
        List<SessionFigures> sessions,
        Setup setup,
        List<MetricInfo> metrics,
        @Nullable CalibrationInfo calibration) {
    public RunReport {
        thresholds = new EnumMap<>(thresholds);
        configuration = new LinkedHashMap<>(configuration);
        loadPoints = List.copyOf(loadPoints);
        operations = List.copyOf(operations);
        stages = List.copyOf(stages);
        evidence = List.copyOf(evidence);
        agents = List.copyOf(agents);
        environment = new LinkedHashMap<>(environment);
        expectations = List.copyOf(expectations);
        validity = List.copyOf(validity);
        sessions = List.copyOf(sessions);
        metrics = known(metrics);
    }

    /** A report of an earlier version has none of what was added later. */
    private static <T> List<T> known(@Nullable List<T> added) {
        return added == null ? List.of() : List.copyOf(added);
    }

    /** The load point that decides the run; see {@link RunFacts#decisive}. */
    public Optional<LoadPoint> decisive() {
        return RunFacts.decisive(loadPoints, LoadPoint::held, LoadPoint::pass, verdict.capacity());
    }

    /** The names of the agents by id. */
    public Map<String, String> agentNames() {
        return AgentNames.of(agents.stream()
                .map(agent -> AgentNames.Agent.of(agent.id(), agent.host(), agent.facts()))
                .toList());
    }

    /** Whether all expectations were met, or there are none. */
    public boolean asExpected() {
        return expectations.stream().allMatch(expected -> expected.state().equals(State.MET.label()));
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
     * @param endedAt wall clock, null while it is active
     */
    @Schema(name = "ReportRun")
    public record Run(
            String id,
            String profile,
            String title,
            String mode,
            long seed,
            Instant startedAt,
            @Nullable Instant endedAt) {}

    /**
     * An expectation and its result.
     *
     * @param metric {@code groupA.p95}
     * @param expected {@code < 900 ms}
     * @param state {@code met}, {@code not met} or {@code inconclusive}
     * @param seen the figure in {@code unit}, NaN where there is none
     * @param unit {@code sessions}, {@code ms}, {@code %} or that of a metric
     * @param words the figure for people, where it was taken and how sure it is
     */
    @Schema(name = "ReportExpectation")
    public record Expected(String metric, String expected, String state, double seen, String unit, String words) {
        /** From the judge's result. */
        public static Expected of(ExpectationResult result) {
            Expectation expectation = result.expectation();
            double factor = expectation.metric().unit() == Expectation.Unit.SHARE ? 100 : 1;
            String unit = switch (expectation.metric().unit()) {
                case SESSIONS -> "sessions";
                case DURATION -> "ms";
                case SHARE -> "%";
                case METRIC -> result.unit();
            };
            return new Expected(
                    expectation.metric().word(),
                    expectation.relation().sign() + " " + Format.plain(expectation.bound() * factor)
                            + Format.unit(unit),
                    result.state().label(),
                    result.seen() * factor,
                    unit,
                    result.words());
        }
    }

    /**
     * A check of validity.
     *
     * @param check name, as in the profile's {@code validity}
     * @param kept whether the bound is kept; what is not known breaks none
     * @param value in {@code unit}, NaN where it is not known
     * @param bound in {@code unit}
     * @param unit {@code ms} or {@code %}
     * @param words for people
     */
    @Schema(name = "ReportCheck")
    public record Check(String check, boolean kept, double value, double bound, String unit, String words) {
        /** From the harness's own. */
        public static Check of(ValidityCheck check) {
            boolean share = check.unit() == ValidityCheck.Unit.SHARE;
            double factor = share ? 100 : 1;
            return new Check(
                    check.id(),
                    check.kept(),
                    check.value() * factor,
                    check.bound() * factor,
                    share ? "%" : "ms",
                    check.words());
        }
    }

    /**
     * A session at a load point; see {@link SessionSummary}.
     *
     * @param loadPoint index from 1
     * @param session from 0
     * @param agent that saw it
     * @param discarded whether it was lost there
     * @param operations planned ones that enter its percentiles: answered, or lost by the platform
     * @param failed those of them that failed by themselves or were lost with the session
     * @param logonMs from the start of its desktop to the first usable frame, NaN where nobody said
     * @param missing planned operations without a timing
     * @param workloads ids of those that it works, in the order of the profile; none in a report of an earlier version
     * @param skipped those of {@code operations} that were not reached, because an earlier one had failed
     * @param notDelivered planned operations that Deskmeter itself spoilt or lost
     * @param logonQueuedMs for how long the start of its desktop had waited in its agent, which is not part of
     *     {@code logonMs}; null where nobody said
     * @param iterations that count there, worked or not; null in a report of an earlier version
     */
    @Schema(name = "ReportSession")
    public record SessionFigures(
            int loadPoint,
            int session,
            String agent,
            boolean discarded,
            int operations,
            int failed,
            double p50AMs,
            double p95AMs,
            double p50BMs,
            double p95BMs,
            double logonMs,
            int missing,
            List<String> workloads,
            int skipped,
            int notDelivered,
            @Nullable Double logonQueuedMs,
            @Nullable Integer iterations) {
        public SessionFigures {
            workloads = known(workloads);
        }
    }

    /**
     * Conditions that runs must share for comparable responses.
     *
     * @param mode {@code local}, {@code remote} or {@code passive}
     * @param desktop size, {@code 1280x800}
     * @param thinkMeanMs mean of the think time
     * @param thinkSpreadPct its spread
     * @param workloads checksums by id; empty for runs of a controller that did not store them
     * @param shares of the sessions that work a workload, in percent, by its id; a workload that is missing is worked
     *     by all sessions
     */
    @Schema(name = "ReportSetup")
    public record Setup(
            String mode,
            String desktop,
            double thinkMeanMs,
            double thinkSpreadPct,
            Map<String, String> workloads,
            Map<String, Double> shares) {
        public Setup {
            workloads = new TreeMap<>(workloads);
            // A report of an earlier version has none.
            shares = shares == null ? Map.of() : new TreeMap<>(shares);
        }
    }

    /**
     * A stage of the run.
     *
     * @param name for people
     * @param state {@code done}, {@code failed}, {@code skipped}
     * @param startedAt wall clock
     * @param endedAt wall clock, null if it did not end
     * @param message what happened, may be empty
     */
    @Schema(name = "ReportStage")
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
    @Schema(name = "ReportEvidence")
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
    @Schema(name = "ReportAgent")
    public record AgentInfo(String id, String host, String version, int sessions, Map<String, String> facts) {
        public AgentInfo {
            facts = new LinkedHashMap<>(facts);
        }
    }
}
