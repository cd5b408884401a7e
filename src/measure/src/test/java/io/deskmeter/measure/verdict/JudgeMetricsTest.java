package io.deskmeter.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.expect.ExpectationResult;
import io.deskmeter.measure.expect.Expectations;
import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.metric.Statistic;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Load points that are judged by metrics, too. */
class JudgeMetricsTest {
    private static final long SEED = 1;
    private static final Metric SIMILARITY = MetricSource.PICTURE_SIMILARITY.metric();
    private static final Metric GAP = MetricSource.FRAME_GAP.metric();
    private static final String RESTLESS = "the picture had not come to rest before the next input";

    /** Operations of one load point, each with its response of 100 ms and its sample of a metric. */
    private static final class Point {
        private final Metric metric;
        private final int sessions;
        private final List<Timing> timings = new ArrayList<>();
        private final List<Sample> samples = new ArrayList<>();
        private final List<MissingOperations> missing = new ArrayList<>();

        private Point(Metric metric, int sessions) {
            this.metric = metric;
            this.sessions = sessions;
        }

        private int next() {
            return timings.size();
        }

        Point known(double value) {
            samples.add(sample(operation(Outcome.OK), value, ""));
            return this;
        }

        Point unknown(String why) {
            samples.add(sample(operation(Outcome.OK), Double.NaN, why));
            return this;
        }

        /** One that is known not to be better than so much. */
        Point noBetterThan(double bound) {
            Sample any = sample(operation(Outcome.OK), Double.NaN, RESTLESS);
            samples.add(Sample.builder(any.metric())
                    .session(any.session())
                    .sequence(any.sequence())
                    .iteration(any.iteration())
                    .operation(any.workload(), any.operation())
                    .timing(any.timing())
                    .during(any.from(), any.to())
                    .value(any.value(), any.uncertainty())
                    .unknown(any.unknown())
                    .noBetterThan(bound)
                    .build());
            return this;
        }

        /** One more of the last operation. */
        Point surplus(double value) {
            samples.add(sample(timings.get(timings.size() - 1), value, ""));
            return this;
        }

        /** One whose sample did not come. */
        Point withoutSample() {
            Timing unused = operation(Outcome.OK);
            return this;
        }

        /** A sample whose operation's timing did not come. */
        Point withoutTiming(double value) {
            samples.add(sample(operation(Outcome.OK), value, ""));
            timings.remove(timings.size() - 1);
            return missing(1);
        }

        Point without(Outcome outcome) {
            Timing unused = operation(outcome);
            return this;
        }

        Point missing(int count) {
            missing.add(new MissingOperations(0, "office/calc", "entry", Group.A, count));
            return this;
        }

        private Timing operation(Outcome outcome) {
            boolean ok = outcome == Outcome.OK;
            Timing timing = Timing.builder("office/calc", "entry", Group.A, outcome)
                    .session(next() % sessions)
                    .sequence(next() + 1)
                    .iteration(1)
                    .intendedAt(0)
                    .firedAt(0)
                    .lastWithoutAt(ok ? 90_000_000 : Timing.NEVER)
                    .shownAt(ok ? 100_000_000 : Timing.NEVER)
                    .build();
            timings.add(timing);
            return timing;
        }

        private Sample sample(Timing timing, double value, String unknown) {
            return Sample.builder(metric.id())
                    .session(timing.session())
                    .sequence(samples.size() + 1)
                    .iteration(1)
                    .operation(timing.workload(), timing.operation())
                    .timing(timing.sequence())
                    .during(0, 1)
                    .value(value, 0)
                    .unknown(unknown)
                    .build();
        }

        LoadPointSummary judge(Map<String, Double> limits) {
            MetricPlan plan =
                    new MetricPlan(List.of(metric), List.of(new SampledOperation("office/calc", "entry", metric.id())));
            return Judge.judge(
                    new PointTimings(sessions, Set.of(), timings, missing),
                    new PointSamples(plan, samples),
                    Thresholds.DEFAULT,
                    limits,
                    SEED);
        }

        CriterionResult judge(double limit) {
            return judge(Map.of(metric.id(), limit)).criteria().get(2);
        }
    }

    private static Point point(Metric metric, int sessions, int count, double from, double step) {
        Point point = new Point(metric, sessions);
        for (int i = 0; i < count; i++) {
            point.known(from + i * step);
        }
        return point;
    }

    /** A sample too many of one operation does not stand for the missing one of another. */
    @Test
    void eachOperationOwesItsOwnSamples() {
        Point point = new Point(GAP, 1);
        for (int i = 0; i < 90; i++) {
            point.known(10);
            if (i < 10) {
                point.surplus(10);
            }
        }
        for (int i = 0; i < 10; i++) {
            point.withoutSample();
        }
        CriterionResult result = point.judge(100);
        assertThat(result.unknown()).isEqualTo(10);
        assertThat(result.verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void aSampleWhoseTimingDidNotComeIsCountedOnce() {
        Point point = point(GAP, 1, 90, 10, 0);
        point.withoutTiming(10);
        LoadPointSummary summary = point.judge(Map.of(GAP.id(), 100.0));
        assertThat(summary.account().line(GAP.id()))
                .hasValueSatisfying(line -> assertThat(line.planned()).isEqualTo(91));
    }

    /** The best that an unknown similarity may be has no end: added to a loss it is no number. */
    @Test
    void aLossIsInfinitelyBadInAMeanWhateverUnknownSamplesWere() {
        for (String unit : List.of("1", "dB")) {
            Better better = unit.equals("1") ? Better.HIGHER : Better.LOWER;
            Metric mean = new Metric("m", "M", unit, better, Statistic.MEAN, "picture-similarity");
            for (Outcome outcome : List.of(Outcome.TIMEOUT, Outcome.DESKTOP_LOST, Outcome.SKIPPED)) {
                Point point = point(mean, 2, 40, 0.95, 0);
                LoadPointSummary lost = point.without(outcome).judge(Map.of("m", 0.95));
                LoadPointSummary both = point.unknown(RESTLESS).judge(Map.of("m", 0.95));
                assertThat(both.criteria().get(2))
                        .returns(MetricStatistics.worst(mean), CriterionResult::value)
                        .returns(MetricStatistics.worst(mean), CriterionResult::best)
                        .returns(lost.criteria().get(2).verdict(), CriterionResult::verdict);
                assertThat(both.limitedBy()).isNotNull();
                assertThat(both.broken()).isEqualTo(lost.broken()).isTrue();
            }
        }
    }

    /** Each fifth is known to be at least 3 s: its p95 is so, too, though all that is known is 0.5 s. */
    @Test
    void noFigureIsBetterThanTheBestThatItMayBe() {
        Point point = new Point(GAP, 4);
        for (int i = 0; i < 200; i++) {
            if (i % 5 == 0) {
                point.noBetterThan(3000);
            } else {
                point.known(500);
            }
        }
        LoadPointSummary summary = point.judge(Map.of(GAP.id(), 1000.0));
        CriterionResult result = summary.criteria().get(2);
        assertThat(result.value()).isEqualTo(3000);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(result.excess()).isPositive();
        assertThat(summary.limitedBy())
                .extracting(LimitingFactor::workload, LimitingFactor::operation)
                .containsExactly("office/calc", "entry");
        RunFacts facts = new RunFacts(
                null,
                List.of(new RunFacts.Point(summary, Double.NaN, Double.NaN)),
                new RunFacts.Sessions(4, 4, 0),
                LogonSummary.NONE);
        assertThat(Expectations.evaluate(
                        List.of(new Expectation(new Expectation.OfMetric(GAP.id()), Expectation.Relation.BELOW, 1000)),
                        facts))
                .extracting(ExpectationResult::state)
                .containsExactly(ExpectationResult.State.NOT_MET);
    }

    @Test
    void theGroupsComeFirstThenEachLimit() {
        LoadPointSummary summary = point(SIMILARITY, 2, 40, 0.9, 0.001).judge(Map.of(SIMILARITY.id(), 0.8));
        assertThat(summary.criteria())
                .extracting(result -> result.criterion().id())
                .containsExactly("groupA.p95", "groupB.p95", "picture-similarity");
        CriterionResult a = summary.criteria().get(0);
        assertThat(a.value()).isEqualTo(summary.a().p95Ms()).isEqualTo(100);
        assertThat(a.interval()).isEqualTo(summary.a().p95Ci());
        assertThat(a.verdict()).isEqualTo(Verdict.PASS);
        assertThat(summary.criteria().get(1).isJudged()).isFalse();
    }

    @Test
    void higherIsBetterByItsFifthPercentile() {
        Point point = point(SIMILARITY, 4, 100, 0.8, 0.001);
        CriterionResult result = point.judge(0.7);
        assertThat(result.value()).isEqualTo(0.8 + 5 * 0.001);
        assertThat(result.count()).isEqualTo(100);
        assertThat(result.interval().low()).isBetween(0.8, 0.805);
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(point.judge(0.804).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(point.judge(0.9).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(point.judge(0.805).isKept()).isTrue();
    }

    @Test
    void lowerIsBetterByItsNinetyFifthPercentile() {
        Point point = point(GAP, 4, 100, 100, 1);
        CriterionResult result = point.judge(300);
        assertThat(result.value()).isEqualTo(194);
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(point.judge(194).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(point.judge(120).verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aMetricWithoutALimitIsShownAndDecidesNothing() {
        LoadPointSummary summary = point(SIMILARITY, 2, 40, 0.1, 0.001).judge(Map.of());
        assertThat(summary.pass()).isTrue();
        assertThat(summary.criteria()).hasSize(2);
        MetricSummary figures = summary.metrics().get(0);
        assertThat(figures.count()).isEqualTo(40);
        assertThat(figures.p50()).isEqualTo(0.1 + 19 * 0.001);
        assertThat(figures.value()).isEqualTo(figures.p5()).isEqualTo(0.1 + 2 * 0.001);
    }

    @Test
    void aBrokenLimitFailsThePointAndNamesItsOperation() {
        LoadPointSummary summary = point(SIMILARITY, 2, 40, 0.1, 0.001).judge(Map.of(SIMILARITY.id(), 0.9));
        assertThat(summary.pass()).isFalse();
        assertThat(summary.verdict()).isEqualTo(Verdict.FAIL);
        LimitingFactor limit = Objects.requireNonNull(summary.limitedBy());
        assertThat(limit.group()).isNull();
        assertThat(limit.criterion().id()).isEqualTo("picture-similarity");
        assertThat(limit.value()).isEqualTo(0.1 + 2 * 0.001);
        assertThat(limit.operationLabel()).isEqualTo("calc/entry");
        assertThat(limit.share()).isEqualTo(1);
        assertThat(limit.p95Ms()).isNaN();
    }

    @Test
    void aFailedOperationIsWorseThanAnySample() {
        Point point = point(SIMILARITY, 4, 95, 0.9, 0.0001);
        for (int i = 0; i < 5; i++) {
            point.without(Outcome.TIMEOUT);
        }
        // As many as the 95th percentile of a metric of which less is better tolerates.
        CriterionResult kept = point.judge(0.8);
        assertThat(kept.count()).isEqualTo(100);
        assertThat(kept.failed()).isEqualTo(5);
        assertThat(kept.unknown()).isZero();
        assertThat(kept.value()).isEqualTo(0.9);
        assertThat(kept.isKept()).isTrue();
        CriterionResult broken = point.without(Outcome.SKIPPED).judge(0.8);
        assertThat(broken.value()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(broken.verdict()).isNotEqualTo(Verdict.PASS);
        assertThat(broken.isKept()).isFalse();
    }

    @Test
    void samplesOfAnOperationOfWhichNoTimingCameAreUnknown() {
        LoadPointSummary summary = point(GAP, 4, 90, 100, 1).missing(10).judge(Map.of(GAP.id(), 300.0));
        CriterionResult result = summary.criteria().get(2);
        assertThat(result.failed()).isZero();
        assertThat(result.unknown()).isEqualTo(10);
        assertThat(result.worst()).isInfinite();
        assertThat(result.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(result.reason())
                .startsWith("10 of 100 samples of frame-gap unknown (10 %), mostly since Deskmeter itself");
        assertThat(summary.account().count(GAP.id(), Ending.NOT_DELIVERED)).isEqualTo(10);
    }

    @Test
    void aFewUnknownSamplesMayBeAnythingAndMoreLeaveItUndecided() {
        Point point = point(SIMILARITY, 4, 98, 0.9, 0.0001);
        for (int i = 0; i < 2; i++) {
            point.unknown(RESTLESS);
        }
        CriterionResult few = point.judge(0.8);
        assertThat(few.unknown()).isEqualTo(2);
        assertThat(few.count()).isEqualTo(98);
        assertThat(few.isKept()).isTrue();
        assertThat(few.reason()).isEmpty();

        for (int i = 0; i < 4; i++) {
            point.unknown(RESTLESS);
        }
        LoadPointSummary many = point.judge(Map.of(SIMILARITY.id(), 0.8));
        assertThat(many.criteria().get(2).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(many.criteria().get(2).reason())
                .isEqualTo("6 of 104 samples of picture-similarity unknown (5.77 %), mostly since " + RESTLESS
                        + ": with them at their worst the limit is broken, with them at their best it is kept");
        assertThat(many.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(many.pass()).isFalse();
        assertThat(many.broken()).isFalse();
        assertThat(many.limitedBy()).isNull();
    }

    /** Limit 1 s; of 1,000 samples 25 took 3 s, and 50 had not come to rest: the slowest. */
    @Test
    void unknownSamplesDoNotMakeALimitKept() {
        Point point = new Point(GAP, 10);
        for (int i = 0; i < 1000; i++) {
            if (i % 40 == 0) {
                point.known(3000);
            } else if (i % 20 == 1) {
                point.unknown(RESTLESS);
            } else {
                point.known(500);
            }
        }
        CriterionResult result = point.judge(1000);
        assertThat(result.value()).isEqualTo(500);
        assertThat(result.best()).isEqualTo(500);
        assertThat(result.worst()).isEqualTo(3000);
        assertThat(result.verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(result.isKept()).isFalse();
        assertThat(result.isBroken()).isFalse();
    }

    /** Where it fails with the unknown ones at their best, it fails. */
    @Test
    void whatIsUnknownDoesNotHideThatALimitIsBroken() {
        Point point = point(SIMILARITY, 4, 50, 0.1, 0.0001);
        for (int i = 0; i < 50; i++) {
            point.unknown(RESTLESS);
        }
        assertThat(point.judge(0.8).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(point.judge(0.8).isBroken()).isTrue();
    }

    /** A share of a metric in percent is at most 100: a mean is bounded then, whatever is unknown. */
    @Test
    void thePercentagesOfUnknownSamplesLieFromNothingToAll() {
        Metric percent = new Metric("gone", "Gone", "%", Better.LOWER, Statistic.MEAN, "frame-gap");
        Point point = point(percent, 1, 99, 0, 0).unknown(RESTLESS);
        assertThat(point.judge(2).isKept()).isTrue();
        assertThat(point.judge(2).worst()).isEqualTo(1);
        assertThat(point.judge(0.5).isKept()).isFalse();
        assertThat(point.judge(0.5).isBroken()).isFalse();
    }

    @Test
    void anAnswerWithoutASampleIsUnknown() {
        Point point = point(SIMILARITY, 4, 20, 0.9, 0.0001).without(Outcome.OK).without(Outcome.OK);
        CriterionResult result = point.judge(0.8);
        assertThat(result.unknown()).isEqualTo(2);
        assertThat(result.reason()).contains("mostly since no sample came");
    }

    @Test
    void whereAllIsUnknownNothingIsSaid() {
        Point point = new Point(SIMILARITY, 1);
        for (int i = 0; i < 20; i++) {
            point.unknown(RESTLESS);
        }
        CriterionResult result = point.judge(0.8);
        assertThat(result.value()).isNaN();
        assertThat(result.isJudged()).isTrue();
        assertThat(result.verdict()).isEqualTo(Verdict.UNDECIDED);
    }

    @Test
    void whereAllWasSkippedItIsAsBadAsCanBe() {
        Point point = new Point(SIMILARITY, 1).without(Outcome.SKIPPED).without(Outcome.SKIPPED);
        CriterionResult result = point.judge(0.8);
        assertThat(result.value()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aShareWithinABandIsBetterTheLargerItIs() {
        Metric banded = banded(new Statistic.Within(120, 160, 0.95));
        Point point = point(banded, 4, 100, 100, 1);
        CriterionResult result = point.judge(0.3);
        assertThat(result.value()).isEqualTo(0.41);
        assertThat(result.criterion().better()).isEqualTo(Better.HIGHER);
        assertThat(result.criterion().unit()).isEqualTo("1");
        assertThat(result.interval().contains(0.41)).isTrue();
        assertThat(point.judge(0.6).verdict()).isEqualTo(Verdict.FAIL);
        for (int i = 0; i < 100; i++) {
            point.without(Outcome.DESKTOP_LOST);
        }
        assertThat(point.judge(0.3).value()).isEqualTo(0.205);
    }

    private static Metric banded(Statistic statistic) {
        return new Metric("banded", "Banded", "ms", Better.LOWER, statistic, "frame-gap");
    }

    @Test
    void theMeanAndItsIntervalAreThoseOfAllSamples() {
        Metric mean = banded(Statistic.MEAN);
        Random random = new Random(9);
        Point point = new Point(mean, 10);
        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            double value = 100 + 10 * random.nextGaussian();
            sum += value;
            point.known(value);
        }
        CriterionResult result = point.judge(110);
        assertThat(result.value()).isCloseTo(sum / 1000, Assertions.within(1e-9));
        // Ten sessions that do not differ: about ± 1.96 · 10 / √1000, a little more for two stages.
        assertThat(result.interval().high() - result.interval().low()).isBetween(0.9, 2.2);
        assertThat(point.without(Outcome.TIMEOUT).judge(110).value()).isInfinite();
    }

    /** Whatever is lost, and however: neither the value nor the point gets better by it. */
    @Test
    void aLossNeverMakesAResultBetter() {
        Random random = new Random(20261122);
        for (int trial = 0; trial < 400; trial++) {
            Metric metric = metric(random);
            int sessions = 1 + random.nextInt(5);
            int count = 5 + random.nextInt(80);
            Outcome[] outcomes = new Outcome[count];
            double[] values = new double[count];
            for (int i = 0; i < count; i++) {
                values[i] = 50 + 100 * random.nextDouble();
                outcomes[i] = random.nextInt(30) == 0 ? Outcome.TIMEOUT : Outcome.OK;
            }
            Outcome[] fewer = outcomes.clone();
            int lost = 1 + random.nextInt(Math.max(1, count / 4));
            for (int i = 0; i < lost; i++) {
                fewer[random.nextInt(count)] = random.nextBoolean() ? Outcome.DESKTOP_LOST : Outcome.APPLICATION_FAILED;
            }
            double limit = metric.statistic() instanceof Statistic.Within ? 0.5 : 50 + 100 * random.nextDouble();
            CriterionResult before = point(metric, sessions, outcomes, values).judge(limit);
            CriterionResult after = point(metric, sessions, fewer, values).judge(limit);
            String trialOf = "trial " + trial + " " + metric + " " + Arrays.toString(fewer);
            assertThat(before.criterion().worse(before.value(), after.value()))
                    .as(trialOf)
                    .isEqualTo(after.value());
            assertThat(after.isKept() && !before.isKept()).as(trialOf).isFalse();
        }
    }

    private static Metric metric(Random random) {
        Better better = random.nextBoolean() ? Better.LOWER : Better.HIGHER;
        List<Statistic> statistics = better == Better.LOWER
                ? List.of(Statistic.P95, Statistic.MAX, Statistic.MEAN, new Statistic.Within(80, 120, 0.9))
                : List.of(Statistic.P5, Statistic.MEAN, new Statistic.Within(80, 120, 0.9));
        return new Metric("m", "M", "ms", better, statistics.get(random.nextInt(statistics.size())), "frame-gap");
    }

    private static Point point(Metric metric, int sessions, Outcome[] outcomes, double[] values) {
        Point point = new Point(metric, sessions);
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == Outcome.OK) {
                point.known(values[i]);
            } else {
                point.without(outcomes[i]);
            }
        }
        return point;
    }

    @Test
    void excessIsTheSameWhicheverValuesAreBetter() {
        Criterion lower = Criterion.of(GAP, 200);
        Criterion higher = Criterion.of(SIMILARITY, 0.8);
        assertThat(lower.excess(400)).isEqualTo(Math.log(2));
        assertThat(higher.excess(0.4)).isEqualTo(Math.log(2));
        assertThat(lower.excess(200)).isZero();
        assertThat(higher.excess(0.8)).isZero();
        assertThat(higher.excess(-0.2)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Criterion.of(GAP, 0).excess(5)).isEqualTo(Math.log1p(0.5));
        assertThat(Criterion.of(GAP, 0).excess(0)).isZero();
        assertThat(higher.isKept(Double.NaN)).isFalse();
    }

    /**
     * Noise of −49.9 dB at a limit of −50 dB is a hundredth beyond it, and a p95 of 9.5 times its threshold is what
     * limits.
     */
    @Test
    void aLimitThatIsNotAboveZeroDoesNotAlwaysLimit() {
        Metric noise = new Metric("noise", "Noise", "dB", Better.LOWER, Statistic.P95, "frame-gap");
        Criterion level = Criterion.of(noise, -50);
        assertThat(level.excess(-49.9)).isCloseTo(Math.log(Math.pow(10, 0.1 / 20)), Assertions.within(1e-12));
        assertThat(level.excess(-49.9)).isLessThan(Criterion.of(Group.A, 1000).excess(9500));
        assertThat(level.excess(-60)).isNegative();
        Metric skew = new Metric("skew", "Skew", "ms", Better.HIGHER, Statistic.P5, "frame-gap");
        assertThat(Criterion.of(skew, -60).excess(-90)).isEqualTo(Math.log(1.5));
        assertThat(Criterion.of(skew, -60).excess(-30)).isEqualTo(-Math.log(1.5));
        assertThat(Criterion.of(skew, 0).excess(-20)).isPositive();
        assertThat(Criterion.of(skew, 0).excess(Double.NEGATIVE_INFINITY)).isEqualTo(Double.POSITIVE_INFINITY);
    }
}
