package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.report.RunReport.AgentInfo;
import io.deskmeter.measure.compare.Comparability;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.operation.Group;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The results of one run profile over time. Which of them may stand in one line is decided as for comparisons: by what
 * the latest valid run, the reference, was made with.
 *
 * @param profile id of the run profile
 * @param reference id of the latest valid run; null if there is none
 * @param sessions of the load points whose percentiles are shown: the capacity of the reference if it was measured in
 *     full, else its largest load point that was; null without a reference
 * @param runs the oldest first
 */
@Schema(name = "Trend")
public record RunTrend(
        String profile,
        @Nullable String reference,
        @Nullable Integer sessions,
        List<TrendRun> runs) {
    public RunTrend {
        runs = List.copyOf(runs);
    }

    /**
     * A run of the trend.
     *
     * @param title of its run profile then, which may name what was measured, as an image
     * @param state label of how it ended
     * @param capacity sessions that the platform held; null if the run ended before it could say
     * @param capacityInterval null with {@code capacity}
     * @param groups its figures with the sessions of the trend; empty where it has no such load point that was measured
     *     in full
     * @param refusals why it cannot stand in the line; none: it can
     * @param remarks what is to be known of it
     * @param versions of the agents
     * @param changes what was different around it from the run before it in the line, the largest likely effect first
     * @param expectations of its run profile then, and what became of them
     */
    @Schema(name = "TrendRun")
    public record TrendRun(
            String run,
            String title,
            Instant startedAt,
            String state,
            @Nullable Integer capacity,
            @Nullable Interval capacityInterval,
            Map<Group, LoadPoint.GroupFigures> groups,
            List<String> refusals,
            List<String> remarks,
            String versions,
            List<SetupDifference> changes,
            List<RunReport.Expected> expectations) {
        public TrendRun {
            groups = new LinkedHashMap<>(groups);
            refusals = List.copyOf(refusals);
            remarks = List.copyOf(remarks);
            changes = List.copyOf(changes);
            expectations = List.copyOf(expectations);
        }
    }

    /**
     * A run that has ended.
     *
     * @param state label of how
     */
    public record Ended(RunReport report, String state) {}

    /** The trend of the runs of a profile, in any order. */
    public static RunTrend of(String profile, List<Ended> ended) {
        List<Ended> runs = ended.stream()
                .sorted(Comparator.comparing((Ended run) -> run.report().run().startedAt())
                        .thenComparing(run -> run.report().run().id()))
                .toList();
        Optional<RunReport> reference = runs.stream()
                .map(Ended::report)
                .filter(report -> report.verdict().valid())
                .reduce((earlier, later) -> later);
        Integer sessions = reference.map(RunTrend::size).orElse(null);
        List<TrendRun> shown = new ArrayList<>();
        RunReport before = null;
        for (Ended run : runs) {
            List<String> refusals = refusals(reference, run);
            shown.add(shown(run, sessions, refusals, reference, refusals.isEmpty() ? before : null));
            before = refusals.isEmpty() ? run.report() : before;
        }
        return new RunTrend(profile, reference.map(report -> report.run().id()).orElse(null), sessions, shown);
    }

    private static @Nullable Integer size(RunReport reference) {
        TreeSet<Integer> sizes = new TreeSet<>(ComparedPoints.sizes(reference));
        Integer capacity = reference.verdict().capacity();
        if (capacity != null && sizes.contains(capacity)) {
            return capacity;
        }
        return sizes.isEmpty() ? null : sizes.last();
    }

    private static List<String> refusals(Optional<RunReport> reference, Ended run) {
        RunReport report = run.report();
        if (!report.verdict().valid()) {
            List<String> reasons = report.verdict().reasons();
            return reasons.isEmpty() ? List.of("the run has no valid result: " + run.state()) : reasons;
        }
        return reference
                .map(latest -> Comparability.of(SideComparison.setup(latest), SideComparison.setup(report))
                        .refusals())
                .orElse(List.of());
    }

    private static TrendRun shown(
            Ended run,
            @Nullable Integer sessions,
            List<String> refusals,
            Optional<RunReport> reference,
            @Nullable RunReport before) {
        RunReport report = run.report();
        List<LoadPoint> points = points(report, sessions);
        List<String> remarks = new ArrayList<>(report.verdict().remarks());
        if (refusals.isEmpty()) {
            reference.ifPresent(latest ->
                    remarks.addAll(Comparability.of(SideComparison.setup(latest), SideComparison.setup(report))
                            .remarks()));
            if (points.isEmpty() && sessions != null) {
                remarks.add("no load point of " + Plural.of(sessions, "session") + " was measured in full");
            }
        }
        return new TrendRun(
                report.run().id(),
                report.run().title(),
                report.run().startedAt(),
                run.state(),
                report.verdict().capacity(),
                report.verdict().capacityInterval(),
                points.isEmpty() ? Map.of() : points.get(points.size() - 1).groups(),
                refusals,
                remarks,
                report.agents().stream()
                        .map(AgentInfo::version)
                        .filter(version -> !version.isEmpty())
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", ")),
                before == null
                        ? List.of()
                        : SetupDifferences.of(List.of(seen(before, sessions)), List.of(seen(report, sessions))),
                report.expectations());
    }

    private static List<LoadPoint> points(RunReport report, @Nullable Integer sessions) {
        return sessions == null ? List.of() : new ComparedPoints(report, sessions).whole();
    }

    private static SetupDifferences.Seen seen(RunReport report, @Nullable Integer sessions) {
        return new SetupDifferences.Seen(report, points(report, sessions), Double.NaN);
    }
}
