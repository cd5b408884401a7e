package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import io.deskmeter.workload.Thresholds;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Computes the results of a load point from its steady timings and samples. The rules stand in {@code docs/how-it-works/measurement.md}. */
public final class Judge {
    private static final double SHARE_WITHIN = 0.95;
    private static final List<Group> JUDGED = List.of(Group.A, Group.B);

    private final PointTimings point;
    private final PointSamples samples;
    private final Thresholds thresholds;
    private final Map<String, Double> limits;
    private final Bootstrap bootstrap;
    private final Set<Integer> lost;

    /** The timings that came, and one for each that did not. */
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
        this.lost = new HashSet<>(point.lost());
        point.steady().stream().filter(t -> t.outcome() == Outcome.DESKTOP_LOST).forEach(t -> lost.add(t.session()));
        this.judged = judged(point);
    }

    private static TimingList judged(PointTimings point) {
        if (point.missing().isEmpty()) {
            return TimingList.copyOf(point.steady());
        }
        TimingColumns all = TimingColumns.of(point.steady());
        for (MissingOperations missing : point.missing()) {
            Collections.nCopies(missing.count(), neverCame(missing)).forEach(all::add);
        }
        return all.list();
    }

    private static Timing neverCame(MissingOperations missing) {
        return new Timing(
                missing.session(),
                0,
                0,
                missing.workload(),
                missing.operation(),
                missing.group(),
                Outcome.DESKTOP_LOST,
                Instant.EPOCH,
                0,
                Timing.NEVER,
                Timing.NEVER,
                Timing.NEVER,
                Timing.NEVER,
                "");
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
     * @param limits on metrics, by id; see {@link io.deskmeter.workload.RunProfile#limits()}
     * @param seed of the resampling: equal input and seed give an equal result
     */
    public static LoadPointSummary judge(
            PointTimings point, PointSamples samples, Thresholds thresholds, Map<String, Double> limits, long seed) {
        return new Judge(point, samples, thresholds, limits, Bootstrap.DEFAULT).judge(seed);
    }

    private LoadPointSummary judge(long seed) {
        GroupSummary a = group(Group.A, seed);
        GroupSummary b = group(Group.B, seed + 1);
        List<MetricSummary> metrics = samples.summaries(judged, bootstrap, seed + 2);
        List<CriterionResult> criteria = criteria(a, b, metrics);
        List<CriterionResult> decisive =
                criteria.stream().filter(CriterionResult::isJudged).toList();
        return new LoadPointSummary(
                point.sessions(),
                lost.size(),
                missing(true),
                missing(false),
                thresholds,
                a,
                b,
                verdict(decisive),
                !decisive.isEmpty() && decisive.stream().allMatch(CriterionResult::isKept),
                new LimitingFactors(judged, samples).of(criteria),
                null,
                desktopsWithinThresholds(),
                outcomes(),
                Responses.quantile(Responses.lags(judged), 0.95),
                operations(),
                criteria,
                metrics);
    }

    private List<CriterionResult> criteria(GroupSummary a, GroupSummary b, List<MetricSummary> metrics) {
        Map<String, MetricSummary> byId = metrics.stream()
                .collect(Collectors.toMap(summary -> summary.metric().id(), summary -> summary));
        return Criterion.of(thresholds, samples.plan().metrics(), limits).stream()
                .map(criterion -> criterion
                        .group()
                        .map(group -> CriterionResult.of(criterion, group == Group.A ? a : b))
                        .orElseGet(
                                () -> CriterionResult.of(criterion, Objects.requireNonNull(byId.get(criterion.id())))))
                .toList();
    }

    private int missing(boolean ofLost) {
        return point.missing().stream()
                .filter(missing -> lost.contains(missing.session()) == ofLost)
                .mapToInt(MissingOperations::count)
                .sum();
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

    /** The second published wording of the score. */
    private int desktopsWithinThresholds() {
        TimingList kept = judged.ofIterations((session, iteration) -> !lost.contains(session));
        return (int) kept.bySession().values().stream().filter(this::within).count();
    }

    private boolean within(List<Timing> ofSession) {
        boolean measured = ofSession.stream().anyMatch(t -> t.group() != Group.C && Responses.ended(t));
        return measured && JUDGED.stream().allMatch(group -> within(ofSession, group));
    }

    private boolean within(List<Timing> ofSession, Group group) {
        List<Timing> ofGroup =
                ofSession.stream().filter(t -> t.group() == group).toList();
        double ended = ofGroup.stream().filter(Responses::ended).count();
        if (ended == 0) {
            return ofGroup.stream().noneMatch(t -> t.outcome() == Outcome.SKIPPED);
        }
        long within = ofGroup.stream()
                .filter(t -> Responses.ended(t) && Responses.millis(t) <= millis(group))
                .count();
        return within / ended >= SHARE_WITHIN;
    }

    private Map<Outcome, Integer> outcomes() {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome, 0);
        }
        point.steady().forEach(t -> counts.merge(t.outcome(), 1, Integer::sum));
        return counts;
    }

    private List<OperationSummary> operations() {
        return judged.by(Key::of).entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().workload()))
                .map(entry -> entry.getKey().summary(point.sessions(), entry.getValue()))
                .toList();
    }

    private double millis(Group group) {
        Duration threshold = thresholds.of(group);
        return threshold.toNanos() / 1e6;
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
