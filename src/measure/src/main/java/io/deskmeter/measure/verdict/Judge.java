package io.deskmeter.measure.verdict;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.GroupSummary;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.point.Responses;
import io.deskmeter.measure.point.SessionSummary;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.point.WithoutTiming;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.timing.TimingList;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Computes the results of a load point from its steady timings and samples. The rules stand in
 * {@code docs/how-it-works/measurement.md}.
 */
public final class Judge {
    private static final double SHARE_WITHIN = 0.95;
    private static final List<Group> JUDGED = List.of(Group.A, Group.B);

    private final PointTimings point;
    private final PointSamples samples;
    private final Thresholds thresholds;
    private final Map<String, Double> limits;
    private final Bootstrap bootstrap;
    private final JudgedTimings planned;
    private final TimingList judged;

    private Judge(
            PointTimings point,
            PointSamples samples,
            Thresholds thresholds,
            Map<String, Double> limits,
            Bootstrap bootstrap) {
        this.point = point;
        this.samples = samples;
        this.thresholds = thresholds;
        this.limits = limits;
        this.bootstrap = bootstrap;
        this.planned = JudgedTimings.of(point);
        this.judged = planned.all();
    }

    /**
     * Judges a load point of which no timing is missing.
     *
     * @param sessions of the load point, lost ones included
     * @param lost indices of sessions that lost their desktop; one with a {@code desktop-lost} timing is lost anyway
     * @param steadyTimings of all its steady iterations, in any order, those of lost sessions included
     * @param thresholds of groups A and B
     * @param seed of the resampling: equal input and seed give an equal result
     */
    public static LoadPointSummary judge(
            int sessions, Set<Integer> lost, List<Timing> steadyTimings, Thresholds thresholds, long seed) {
        return judge(sessions, lost, steadyTimings, thresholds, Bootstrap.DEFAULT, seed);
    }

    /** As above, with a given number of resamples and confidence level. */
    public static LoadPointSummary judge(
            int sessions,
            Set<Integer> lost,
            List<Timing> steadyTimings,
            Thresholds thresholds,
            Bootstrap bootstrap,
            long seed) {
        PointTimings point = new PointTimings(sessions, lost, steadyTimings, List.of());
        return new Judge(point, PointSamples.NONE, thresholds, Map.of(), bootstrap).judge(seed);
    }

    /**
     * Judges a load point by its responses alone.
     *
     * @param point what is known of it
     * @param thresholds of groups A and B
     * @param seed of the resampling: equal input and seed give an equal result
     */
    public static LoadPointSummary judge(PointTimings point, Thresholds thresholds, long seed) {
        return judge(point, PointSamples.NONE, thresholds, Map.of(), seed);
    }

    /**
     * Judges a load point.
     *
     * @param point what is known of its responses
     * @param samples what is known of its metrics
     * @param thresholds of groups A and B
     * @param limits on metrics, by id; see {@link io.deskmeter.workload.run.RunProfile#limits()}
     * @param seed of the resampling: equal input and seed give an equal result
     */
    public static LoadPointSummary judge(
            PointTimings point, PointSamples samples, Thresholds thresholds, Map<String, Double> limits, long seed) {
        return new Judge(point, samples, thresholds, limits, Bootstrap.DEFAULT).judge(seed);
    }

    private LoadPointSummary judge(long seed) {
        GroupSummary a = group(Group.A, seed);
        GroupSummary b = group(Group.B, seed + 1);
        LogonSummary logons = LogonSummary.of(point.logons(), bootstrap, seed + 2);
        List<MetricStatistics> statistics = samples.plan().metrics().stream()
                .map(metric -> MetricStatistics.of(metric, judged, samples))
                .toList();
        List<MetricSummary> metrics = new ArrayList<>();
        for (MetricStatistics metric : statistics) {
            metrics.add(metric.summary(bootstrap, seed + 3 + metrics.size()));
        }
        List<CriterionResult> criteria = criteria(a, b, logons, metrics);
        List<CriterionResult> decisive =
                criteria.stream().filter(CriterionResult::isJudged).toList();
        return new LoadPointSummary(
                point.sessions(),
                planned.lost().size(),
                (int) point.faulted().stream()
                        .filter(session -> !planned.lost().contains(session))
                        .count(),
                account(statistics, criteria),
                planned.withoutTiming(),
                thresholds,
                a,
                b,
                logons,
                verdict(decisive),
                !decisive.isEmpty() && decisive.stream().allMatch(CriterionResult::isKept),
                new LimitingFactors(planned, samples).of(criteria),
                null,
                "",
                "",
                desktopsWithin(EnumSet.of(Ending.OK)),
                desktopsWithin(EnumSet.of(Ending.OK, Ending.NOT_DELIVERED)),
                outcomes(),
                Responses.quantile(Responses.lags(judged), 0.95),
                operations(),
                sessions(),
                criteria,
                metrics);
    }

    private PointAccount account(List<MetricStatistics> statistics, List<CriterionResult> criteria) {
        PointAccount.Builder account = new PointAccount.Builder();
        for (Group group : Group.values()) {
            account.plan(group.name(), 0);
        }
        for (Timing timing : point.steady()) {
            account.plan(timing.group().name(), 1);
        }
        for (MissingOperations missing : point.missing()) {
            account.plan(missing.group().name(), missing.count());
        }
        for (Timing timing : judged) {
            account.add(timing.group().name(), Ending.of(timing, thresholds), 1);
        }
        for (WithoutTiming missing : planned.withoutTiming()) {
            if (missing.ending() == Ending.ENDED_EARLY) {
                account.add(missing.group().name(), Ending.ENDED_EARLY, missing.count());
            }
        }
        for (MetricStatistics metric : statistics) {
            Optional<Criterion> limit = criteria.stream()
                    .map(CriterionResult::criterion)
                    .filter(criterion -> criterion.id().equals(metric.id()))
                    .findFirst();
            metric.account(
                    account,
                    samples.steady(),
                    value -> limit.isEmpty() || limit.get().keeps(value));
        }
        account.plan(PointAccount.LOGONS, point.logons().size());
        for (Logon logon : point.logons()) {
            account.add(PointAccount.LOGONS, ending(logon), 1);
        }
        return account.build();
    }

    private Ending ending(Logon logon) {
        boolean slow = logon.ending() == Ending.OK
                && thresholds.logon().isPresent()
                && logon.millis() > thresholds.logon().get().toNanos() / 1e6;
        return slow ? Ending.SLOW : logon.ending();
    }

    private List<CriterionResult> criteria(
            GroupSummary a, GroupSummary b, LogonSummary logons, List<MetricSummary> metrics) {
        Map<String, MetricSummary> byId = metrics.stream()
                .collect(Collectors.toMap(summary -> summary.metric().id(), summary -> summary));
        List<CriterionResult> criteria = new ArrayList<>();
        for (Criterion criterion : Criterion.of(thresholds, samples.plan().metrics(), limits)) {
            Optional<Group> group = criterion.group();
            if (group.isPresent()) {
                criteria.add(CriterionResult.of(criterion, group.get() == Group.A ? a : b));
            } else if (criterion.id().equals(Criterion.LOGON)) {
                criteria.add(CriterionResult.of(criterion, logons));
            } else {
                criteria.add(CriterionResult.of(criterion, Objects.requireNonNull(byId.get(criterion.id()))));
            }
        }
        return criteria;
    }

    private GroupSummary group(Group group, long seed) {
        return Responses.group(group, judged.where(t -> t.group() == group), bootstrap, seed);
    }

    private static Verdict verdict(List<CriterionResult> decisive) {
        Set<Verdict> verdicts = decisive.stream().map(CriterionResult::verdict).collect(Collectors.toSet());
        if (verdicts.contains(Verdict.FAIL)) {
            return Verdict.FAIL;
        }
        return verdicts.equals(Set.of(Verdict.PASS)) ? Verdict.PASS : Verdict.UNDECIDED;
    }

    /**
     * The second published wording of the score.
     *
     * @param endings of operations that count as within
     */
    private int desktopsWithin(Set<Ending> endings) {
        TimingList kept =
                judged.ofIterations((session, iteration) -> !planned.lost().contains(session));
        return (int) kept.bySession().values().stream()
                .filter(ofSession -> within(ofSession, endings))
                .count();
    }

    private boolean within(List<Timing> ofSession, Set<Ending> endings) {
        boolean measured = ofSession.stream().anyMatch(t -> t.group() != Group.C);
        return measured && JUDGED.stream().allMatch(group -> within(ofSession, group, endings));
    }

    private boolean within(List<Timing> ofSession, Group group, Set<Ending> endings) {
        List<Timing> ofGroup =
                ofSession.stream().filter(t -> t.group() == group).toList();
        long within = ofGroup.stream()
                .filter(t -> endings.contains(Ending.of(t, thresholds)))
                .count();
        return within >= SHARE_WITHIN * ofGroup.size();
    }

    private Map<Outcome, Integer> outcomes() {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, 0);
        }
        judged.forEach(t -> counts.merge(t.outcome(), 1, Integer::sum));
        return counts;
    }

    private List<SessionSummary> sessions() {
        Map<Integer, Integer> without = new HashMap<>();
        planned.withoutTiming().forEach(missing -> without.merge(missing.session(), missing.count(), Integer::sum));
        SortedMap<Integer, TimingList> bySession = new TreeMap<>(judged.bySession());
        without.keySet().forEach(session -> bySession.putIfAbsent(session, TimingList.copyOf(List.of())));
        List<SessionSummary> sessions = new ArrayList<>();
        bySession.forEach((session, timings) -> sessions.add(Responses.session(
                session, timings, planned.lost().contains(session), without.getOrDefault(session, 0))));
        return sessions;
    }

    private List<OperationSummary> operations() {
        return judged.by(Key::of).entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().workload()))
                .map(entry -> entry.getKey().summary(point.sessions(), entry.getValue()))
                .toList();
    }

    /** What tells operations apart. */
    private record Key(String workload, String operation, Group group) {
        static Key of(Timing timing) {
            return new Key(timing.workload(), timing.operation(), timing.group());
        }

        OperationSummary summary(int sessions, List<Timing> timings) {
            return Responses.operation(workload, operation, group, sessions, timings);
        }
    }
}
