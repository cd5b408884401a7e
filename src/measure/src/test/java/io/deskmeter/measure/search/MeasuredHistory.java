package io.deskmeter.measure.search;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.GroupSummary;
import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A search on a platform drawn by chance: one that slows down smoothly, breaks at once, refuses sessions, or makes no
 * sense at all; with more or less noise and disturbance, and with desktops that are lost by chance or not; by its
 * responses, or by a metric, some samples of which are lost or unknown. Equal seeds give equal histories.
 */
public final class MeasuredHistory {
    private static final int MOST_STEPS = 60;
    private static final int TIMINGS_OF_AN_ITERATION = 12;
    private static final double TWO_SIDED_95 = 1.96;

    private final SplittableRandom random;
    private final Load.FindMax load;
    private final Kind kind;
    private final double knee;
    private final double slope;
    private final double noise;
    private final double disturbed;
    private final Subject subject;
    private final double untold;
    private final double lost;
    /** How many of its points lose desktops by chance, whatever their size. */
    private final double unlucky;

    private final SplittableRandom luck;
    private final List<MeasuredPoint> points = new ArrayList<>();

    private enum Kind {
        SMOOTH,
        AT_ONCE,
        REFUSES,
        RANDOM
    }

    /** What the platform runs short of first. */
    private enum Subject {
        RESPONSES,
        LOWER_IS_BETTER,
        HIGHER_IS_BETTER
    }

    /** A search that has ended, with all its points. */
    record Ended(Load.FindMax load, List<MeasuredPoint> points, Capacity capacity) {
        List<LoadPointSummary> of(int sessions) {
            return summaries().filter(p -> p.sessions() == sessions).toList();
        }

        Stream<LoadPointSummary> summaries() {
            return points.stream().map(MeasuredPoint::summary);
        }

        @Override
        public String toString() {
            StringBuilder words = new StringBuilder("\n" + load + "\n" + capacity + "\n");
            for (MeasuredPoint point : points) {
                LoadPointSummary summary = point.summary();
                words.append(String.format(
                        Locale.ROOT,
                        "%d%s %s %s%s; ",
                        summary.sessions(),
                        point.brief() ? " brief" : "",
                        summary.criteria().stream()
                                .map(c -> c.criterion().id() + " " + c.value() + " " + c.reason())
                                .toList(),
                        summary.verdict(),
                        summary.failure() == null ? "" : " refused"));
            }
            return words.toString();
        }
    }

    MeasuredHistory(long seed) {
        random = new SplittableRandom(seed);
        int max = 1 + random.nextInt(random.nextBoolean() ? 12 : 120);
        int from = 1 + random.nextInt(random.nextBoolean() ? 1 : max);
        OptionalInt hint =
                random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(from + random.nextInt(max - from + 1));
        double precision = random.nextBoolean() ? Load.FindMax.DEFAULT_PRECISION : 0.01 + 0.3 * random.nextDouble();
        load = new Load.FindMax(from, hint, max, precision, random.nextBoolean());
        kind = Kind.values()[random.nextInt(Kind.values().length)];
        knee = 0.5 + 1.3 * max * random.nextDouble();
        slope = 0.5 + 8 * random.nextDouble();
        noise = random.nextBoolean() ? 0.02 : 0.15 * random.nextDouble();
        disturbed = random.nextBoolean() ? 0 : 0.2 * random.nextDouble();
        SplittableRandom ofMetrics = new SplittableRandom(~seed);
        subject = Subject.values()[ofMetrics.nextInt(Subject.values().length)];
        untold = subject == Subject.RESPONSES || ofMetrics.nextBoolean() ? 0 : 0.4 * ofMetrics.nextDouble();
        lost = subject == Subject.RESPONSES || ofMetrics.nextBoolean() ? 0 : 0.3 * ofMetrics.nextDouble();
        luck = new SplittableRandom(31 * seed);
        unlucky = luck.nextInt(4) == 0 ? 0.5 * luck.nextDouble() : 0;
    }

    /** Lets the search ask for its points, and answers by chance. */
    Ended search() {
        SearchDecision next = CapacitySearch.next(load, points);
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            if (next instanceof SearchDecision.Done done) {
                return new Ended(load, List.copyOf(points), done.capacity());
            }
            if (next instanceof SearchDecision.Measure measure) {
                points.add(point(measure.sessions(), 0, measure.brief()));
            } else {
                MeasuredPoint last = points.remove(points.size() - 1);
                points.add(point(last.summary().sessions(), last.extensions() + 1, false));
            }
            next = CapacitySearch.next(load, points);
        }
        throw new AssertionError("no end after " + MOST_STEPS + " steps: " + load + " " + points);
    }

    private MeasuredPoint point(int sessions, int extensions, boolean brief) {
        int iterations = brief ? 1 : 3 * (1 + extensions);
        int timings = TIMINGS_OF_AN_ITERATION * sessions * iterations;
        double sd = noise / Math.sqrt(iterations) + 0.3 / Math.sqrt(timings);
        double slower = random.nextDouble() < disturbed ? 1 + random.nextDouble() : 1;
        double ratio = Math.exp(excess(sessions) + sd * random.nextGaussian()) * slower;
        double cpu = random.nextBoolean() ? Double.NaN : Math.min(1, 0.8 * sessions / knee);
        LoadPointSummary summary = summaryOf(sessions, timings, ratio, sd);
        if (kind == Kind.REFUSES && sessions > knee) {
            boolean begun = random.nextBoolean();
            summary = (begun ? summary : summaryOf(sessions, 0, Double.NaN, 0))
                    .failed(new PointFailure(PointFailure.Kind.LOGONS_REFUSED, "1 logon was refused"));
        }
        if (luck.nextDouble() < unlucky) {
            summary = summary.failed(new PointFailure(PointFailure.Kind.SESSIONS_LOST, "sessions were lost"));
        }
        return new MeasuredPoint(summary, extensions, brief, cpu);
    }

    private double excess(int sessions) {
        return switch (kind) {
            case SMOOTH -> slope * Math.log(sessions / knee);
            case AT_ONCE -> sessions > knee ? Math.log(20) : -0.3;
            case REFUSES -> 0.3 * Math.log(sessions / knee) - 0.5;
            case RANDOM -> random.nextGaussian() * 0.3;
        };
    }

    private LoadPointSummary summaryOf(int sessions, int timings, double ratio, double sd) {
        if (subject == Subject.RESPONSES) {
            return summary(sessions, timings, ratio, sd);
        }
        Metric metric = subject == Subject.LOWER_IS_BETTER
                ? MetricSource.FRAME_GAP.metric()
                : MetricSource.PICTURE_SIMILARITY.metric();
        boolean spoilt = timings > 0 && random.nextDouble() < lost;
        boolean unknown = timings > 0 && random.nextDouble() < untold;
        return summary(sessions, timings, spoilt ? Double.POSITIVE_INFINITY : ratio, sd, metric, unknown);
    }

    /** A point whose p95 of group A is so much of its threshold; not timed at all where there are no timings. */
    public static LoadPointSummary summary(int sessions, int timings, double ratio, double sd) {
        GroupSummary a = group(timings, ratio, sd);
        return summary(sessions, a, List.of(result(a)), List.of());
    }

    /**
     * A point whose responses are far below the threshold, and whose metric is so much of its limit, or its reciprocal
     * where higher is better.
     *
     * @param untold whether too much of the metric is unknown
     */
    public static LoadPointSummary summary(
            int sessions, int timings, double ratio, double sd, Metric metric, boolean untold) {
        GroupSummary a = group(timings, timings == 0 ? Double.NaN : 0.3, 0.05);
        double limit = metric.better() == Better.LOWER ? 400 : 0.8;
        double worst = metric.better() == Better.LOWER ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        double best = metric.better() == Better.LOWER ? 0 : Double.POSITIVE_INFINITY;
        Interval ci = new Interval(worst, worst);
        double value = Double.NaN;
        if (timings > 0) {
            boolean infinite = Double.isInfinite(ratio);
            value = infinite ? worst : metric.better() == Better.LOWER ? limit * ratio : limit / ratio;
            ci = infinite
                    ? ci
                    : new Interval(value * Math.exp(-TWO_SIDED_95 * sd), value * Math.exp(TWO_SIDED_95 * sd));
        }
        MetricSummary figures = new MetricSummary(
                metric,
                timings,
                Double.isInfinite(ratio) ? timings : 0,
                untold ? timings : 0,
                value,
                untold ? new Interval(Math.min(ci.low(), best), Math.max(ci.high(), worst)) : ci,
                untold ? best : value,
                untold ? worst : value,
                value,
                value / 1.2,
                value,
                value * 1.2,
                untold ? "half of the samples are unknown" : "");
        CriterionResult result = CriterionResult.of(Criterion.of(metric, limit), figures);
        return summary(sessions, a, List.of(result(a), result), List.of(figures));
    }

    private static GroupSummary group(int timings, double ratio, double sd) {
        double p95 = 1000 * ratio;
        Interval ci = timings == 0
                ? new Interval(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY)
                : new Interval(p95 * Math.exp(-TWO_SIDED_95 * sd), p95 * Math.exp(TWO_SIDED_95 * sd));
        return new GroupSummary(Group.A, timings, 0, 0, p95 / 2, p95, ci);
    }

    private static CriterionResult result(GroupSummary a) {
        return CriterionResult.of(Criterion.of(Group.A, 1000), a);
    }

    private static LoadPointSummary summary(
            int sessions, GroupSummary a, List<CriterionResult> criteria, List<MetricSummary> metrics) {
        GroupSummary b = new GroupSummary(Group.B, 0, 0, 0, Double.NaN, Double.NaN, a.p95Ci());
        List<CriterionResult> judged =
                criteria.stream().filter(CriterionResult::isJudged).toList();
        Set<Verdict> verdicts = judged.stream().map(CriterionResult::verdict).collect(Collectors.toSet());
        Verdict verdict = verdicts.contains(Verdict.FAIL)
                ? Verdict.FAIL
                : verdicts.equals(Set.of(Verdict.PASS)) ? Verdict.PASS : Verdict.UNDECIDED;
        @Nullable
        LimitingFactor limit = judged.stream()
                .filter(CriterionResult::isBroken)
                .max(Comparator.comparingDouble(CriterionResult::excess))
                .map(result -> LimitingFactor.of(result, "office/calc", "compute", 1))
                .orElse(null);
        return new LoadPointSummary(
                sessions,
                0,
                0,
                PointAccount.EMPTY,
                List.of(),
                Thresholds.DEFAULT,
                a,
                b,
                LogonSummary.NONE,
                verdict,
                !judged.isEmpty() && judged.stream().allMatch(CriterionResult::isKept),
                limit,
                null,
                "",
                "",
                0,
                0,
                new EnumMap<>(Outcome.class),
                0,
                List.of(),
                List.of(),
                criteria,
                metrics);
    }
}
