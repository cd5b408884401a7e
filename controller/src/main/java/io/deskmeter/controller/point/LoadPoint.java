package io.deskmeter.controller.point;

import io.deskmeter.measure.point.GroupSummary;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.validity.PointSessions;
import io.deskmeter.workload.operation.Group;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A judged load point as people and programs read it: in {@code report.json}, in the snapshots of a run, and wherever a
 * report is written. Figures that do not exist are NaN or infinite here and {@code null} in JSON.
 *
 * @param index from 1; {@code loadPoint} of {@code timings.csv}
 * @param sessions discarded ones included
 * @param pass by the estimates alone, whatever the unknown values were
 * @param verdict with regard to their intervals
 * @param extensions how often it was measured longer because it was undecided
 * @param brief whether the search asked for one iteration of each session only, and it was not extended since
 * @param endedEarly why it was judged before all that counts was worked, because it had failed already; null if it was
 *     measured to its end
 * @param notJudged why it says nothing of the platform: Deskmeter itself was beyond its bounds; null where that is not
 *     so
 * @param discarded sessions that did not work to its end: what they were to work and did not counts as lost
 * @param groups A and B
 * @param logons that were asked for with it
 * @param desktopsWithinThresholds sessions with at least 95 % of their A and at least 95 % of their B within the
 *     thresholds
 * @param limitedBy what broke a threshold or the limit of a metric, null where nothing did
 * @param failure why it failed whatever its timings say, null where they decide
 * @param lostOperations of discarded sessions that have no timing: they count as lost
 * @param missingTimings of sessions that were there, which never came: what they would say is not known
 * @param leastWorking the smallest number of sessions that worked at a time while iterations counted, null if none ever
 *     counted
 * @param meanWorking their mean, NaN where none ever counted
 * @param outcomes label to number of planned operations, discarded sessions included
 * @param account what was planned, and how each of it ended
 * @param withoutTiming planned operations that have no timing, by session
 * @param scheduleLagP95Ms how much later than intended inputs left
 * @param startedAt of its ramp-up, wall clock
 * @param endedAt of its last steady timing, wall clock
 * @param resources of the measured platform while steady
 * @param harness what measuring cost there at the same time
 * @param criteria all that it was judged by: the thresholds of the groups A and B, that of logons, then each limit of a
 *     metric
 * @param metrics what its workloads measured beside responses
 */
@Schema(name = "ReportPoint")
public record LoadPoint(
        int index,
        int sessions,
        boolean pass,
        Verdict verdict,
        int extensions,
        boolean brief,
        @Nullable String endedEarly,
        @Nullable String notJudged,
        int discarded,
        Map<Group, GroupFigures> groups,
        @Nullable LogonFigures logons,
        int desktopsWithinThresholds,
        @Nullable LimitedBy limitedBy,
        @Nullable Failure failure,
        int lostOperations,
        int missingTimings,
        @Nullable Integer leastWorking,
        double meanWorking,
        Map<String, Integer> outcomes,
        List<AccountLine> account,
        List<Missing> withoutTiming,
        double scheduleLagP95Ms,
        Instant startedAt,
        Instant endedAt,
        Resources resources,
        Harness harness,
        List<CriterionFigures> criteria,
        List<MetricFigures> metrics) {
    public LoadPoint {
        groups = new EnumMap<>(groups);
        outcomes = new LinkedHashMap<>(outcomes);
        account = known(account);
        withoutTiming = known(withoutTiming);
        criteria = known(criteria);
        metrics = known(metrics);
    }

    /** A report of an earlier version has none of what was added later. */
    private static <T> List<T> known(@Nullable List<T> added) {
        return added == null ? List.of() : List.copyOf(added);
    }

    /** That of a judged point. */
    public static LoadPoint of(JudgedPoint judged) {
        PointRecord record = judged.record();
        LoadPointSummary summary = judged.summary();
        PointSessions worked = record.worked();
        Map<String, Integer> outcomes = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome.label(), summary.count(outcome));
        }
        return new LoadPoint(
                record.number() + 1,
                summary.sessions(),
                summary.pass(),
                summary.verdict(),
                record.extensions(),
                record.brief(),
                orNull(summary.endedEarly()),
                orNull(summary.notJudged()),
                summary.discarded(),
                Map.of(Group.A, GroupFigures.of(summary.a()), Group.B, GroupFigures.of(summary.b())),
                LogonFigures.of(summary.logons()),
                summary.desktopsWithinThresholds(),
                LimitedBy.of(summary.limitedBy()),
                summary.failure() == null ? null : Failure.of(summary.failure()),
                summary.lostOperations(),
                summary.missingTimings(),
                worked.leastWorking() == PointSessions.UNKNOWN ? null : Integer.valueOf(worked.leastWorking()),
                worked.meanWorking(),
                outcomes,
                summary.account().lines().stream().map(AccountLine::of).toList(),
                summary.withoutTiming().stream().map(Missing::of).toList(),
                summary.scheduleLagP95Ms(),
                record.startedAt(),
                record.endedAt(),
                Resources.of(record.resources()),
                Harness.of(record.resources()),
                summary.criteria().stream().map(CriterionFigures::of).toList(),
                summary.metrics().stream().map(MetricFigures::of).toList());
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** Sessions that worked to its end, if it passed; the capacity counts these. */
    public int held() {
        return pass ? Math.max(0, sessions - discarded) : sessions;
    }

    /** A judged group's figures. */
    public GroupFigures figures(Group group) {
        GroupFigures figures = groups.get(group);
        if (figures == null) {
            throw new IllegalArgumentException("group: " + group + " (expected: one of " + groups.keySet() + ")");
        }
        return figures;
    }

    /** The verdict in words; an uncertain one with what its estimates say. */
    public String verdictWords() {
        if (notJudged != null) {
            return "not judged";
        }
        if (verdict != Verdict.UNDECIDED) {
            return verdict.name().toLowerCase(Locale.ROOT);
        }
        return pass ? "pass, uncertain" : "fail, uncertain";
    }

    /** What limited it, in words; empty where nothing did. */
    public String limitWords() {
        if (notJudged != null) {
            return notJudged;
        }
        if (failure != null) {
            return failure.words();
        }
        return limitedBy == null ? "" : limitedBy.words();
    }

    /** Operations of the groups A and B that the platform lost: failed, not reached, lost with their session. */
    public int losses() {
        return groups.values().stream()
                .mapToInt(group -> group.failed() + group.skipped())
                .sum();
    }

    /**
     * Operations that Deskmeter itself spoilt or lost; those without a timing in a report of an earlier version, which
     * has no account.
     */
    public int notDelivered() {
        return account.isEmpty()
                ? missingTimings
                : account.stream()
                        .filter(AccountLine::ofOperations)
                        .mapToInt(AccountLine::notDelivered)
                        .sum();
    }

    /**
     * What was planned of one kind; see {@link PointAccount.Line}.
     *
     * @param of {@code A}, {@code B}, {@code C}, the id of a metric, or {@code logon}
     * @param planned how many; the sum of the others
     */
    @Schema(name = "ReportAccountLine")
    public record AccountLine(
            String of,
            int planned,
            int ok,
            int slow,
            int failed,
            int notReached,
            int lost,
            int notDelivered,
            int unknown,
            int endedEarly) {
        /** Groups have ids of one letter, metrics longer ones. */
        private boolean ofOperations() {
            return of.length() == 1;
        }

        static AccountLine of(PointAccount.Line line) {
            return new AccountLine(
                    line.of(),
                    line.planned(),
                    line.count(Ending.OK),
                    line.count(Ending.SLOW),
                    line.count(Ending.FAILED),
                    line.count(Ending.NOT_REACHED),
                    line.count(Ending.LOST),
                    line.count(Ending.NOT_DELIVERED),
                    line.count(Ending.UNKNOWN),
                    line.count(Ending.ENDED_EARLY));
        }
    }

    /**
     * Planned operations of a session that have no timing.
     *
     * @param ending {@code lost}, {@code not-delivered}, or {@code ended-early}
     */
    @Schema(name = "ReportWithoutTiming")
    public record Missing(int session, String workload, String operation, Group group, int count, String ending) {
        static Missing of(WithoutTiming missing) {
            return new Missing(
                    missing.session(),
                    missing.workload(),
                    missing.operation(),
                    missing.group(),
                    missing.count(),
                    missing.ending().label());
        }
    }

    /** The logons that were asked for with a load point; see {@link LogonSummary}. */
    @Schema(name = "ReportLogons")
    public record LogonFigures(int count, int failed, int notDelivered, double p50Ms, double p95Ms, Interval p95Ci) {
        static LogonFigures of(LogonSummary logons) {
            return new LogonFigures(
                    logons.count(),
                    logons.failed(),
                    logons.notDelivered(),
                    logons.p50Ms(),
                    logons.p95Ms(),
                    logons.interval());
        }
    }

    /**
     * Why a load point failed regardless of its timings.
     *
     * @param kind {@code sessions-lost}, {@code logons-refused}, {@code ramp-up-timeout}, {@code steady-timeout},
     *     {@code too-few-working}
     * @param words for people
     */
    @Schema(name = "ReportFailure")
    public record Failure(String kind, String words) {
        static Failure of(PointFailure failure) {
            return new Failure(failure.kind().label(), failure.words());
        }
    }

    /** A group at a load point; see {@link GroupSummary}. */
    @Schema(name = "ReportGroup")
    public record GroupFigures(
            int count,
            int failed,
            int skipped,
            int notDelivered,
            double p50Ms,
            double p95Ms,
            Interval p95Ci,
            double p95WorstMs) {
        static GroupFigures of(GroupSummary summary) {
            return new GroupFigures(
                    summary.count(),
                    summary.failed(),
                    summary.skipped(),
                    summary.notDelivered(),
                    summary.p50Ms(),
                    summary.p95Ms(),
                    summary.p95Ci(),
                    summary.p95WorstMs());
        }

        /** Operations of the group that the platform lost. */
        public int losses() {
            return failed + skipped;
        }
    }

    /**
     * The measured platform.
     *
     * @param cpuPct mean, of all cores, 0 to 100
     * @param cpuMaxPct highest sample
     * @param memUsedMb mean, in 2^20 bytes
     * @param memTotalMb in 2^20 bytes
     * @param diskReadMbPerS mean of all disks, in 2^20 bytes per second
     * @param diskWrittenMbPerS mean of all disks
     * @param networkReceivedMbPerS mean of all interfaces but loopback
     * @param networkSentMbPerS mean of all interfaces but loopback
     */
    @Schema(name = "ReportResources")
    public record Resources(
            double cpuPct,
            double cpuMaxPct,
            double memUsedMb,
            double memTotalMb,
            double diskReadMbPerS,
            double diskWrittenMbPerS,
            double networkReceivedMbPerS,
            double networkSentMbPerS) {
        /** Nothing was sampled. */
        public static final Resources UNKNOWN = new Resources(
                Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        static Resources of(PointResources used) {
            return used.samples() == 0
                    ? UNKNOWN
                    : new Resources(
                            used.cpuPercent(),
                            used.cpuMaxPercent(),
                            used.memoryUsedMb(),
                            used.memoryTotalMb(),
                            used.diskReadMbPerSecond(),
                            used.diskWrittenMbPerSecond(),
                            used.networkReceivedMbPerSecond(),
                            used.networkSentMbPerSecond());
        }
    }

    /**
     * Deskmeter's own processes: on the hosts that hold the sessions, and on the host of client agents with the highest
     * usage. Of local desktops these are one.
     *
     * @param cpuPct mean, of all cores of the hosts that hold the sessions, 0 to 100; part of
     *     {@link Resources#cpuPct()}
     * @param memMb mean, in 2^20 bytes, on the same
     * @param generatorHost name of the host of client agents, empty if none was heard
     * @param generatorHostCpuPct mean, of all its cores, whoever used them
     * @param generatorCpuPct the part of it that Deskmeter used: the value that validity checks
     * @param generatorPauseMs for how long a client agent's process stood still at most, on any host; null if nobody
     *     said
     */
    @Schema(name = "ReportHarness")
    public record Harness(
            double cpuPct,
            double memMb,
            String generatorHost,
            double generatorHostCpuPct,
            double generatorCpuPct,
            @Nullable Double generatorPauseMs) {
        static Harness of(PointResources used) {
            boolean sampled = used.samples() > 0;
            PointResources.Generator generator = used.generator();
            return new Harness(
                    sampled ? used.harnessCpuPercent() : Double.NaN,
                    sampled ? used.harnessMemoryMb() : Double.NaN,
                    generator == null ? "" : generator.host(),
                    generator == null ? Double.NaN : generator.cpuPercent(),
                    generator == null ? Double.NaN : generator.harnessCpuPercent(),
                    used.generatorPauseMs());
        }
    }
}
