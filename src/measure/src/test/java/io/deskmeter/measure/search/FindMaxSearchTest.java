package io.deskmeter.measure.search;

import static io.deskmeter.measure.timing.Timings.failed;
import static io.deskmeter.measure.timing.Timings.many;
import static io.deskmeter.workload.operation.Group.A;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.PointTimes;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class FindMaxSearchTest {
    private static final int MOST_STEPS = 2 * FindMaxSearch.MOST_POINTS + 2;

    private final List<MeasuredPoint> points = new ArrayList<>();

    private static Load.FindMax findMax(OptionalInt hint, int max) {
        return new Load.FindMax(1, hint, max, Load.FindMax.DEFAULT_PRECISION, false);
    }

    /** Runs a search on a platform that is defined by its p95 / threshold. */
    private Capacity search(Load.FindMax load, IntFunction<MeasuredPoint> platform) {
        SearchDecision next = CapacitySearch.next(load, points);
        for (int steps = 0; !(next instanceof SearchDecision.Done); steps++) {
            assertThat(steps).as("%s", sizes()).isLessThan(MOST_STEPS);
            if (next instanceof SearchDecision.Measure measure) {
                assertThat(measure.sessions()).isBetween(load.from(), load.max());
                points.add(asked(platform.apply(measure.sessions()), measure.brief()));
            } else {
                MeasuredPoint last = points.remove(points.size() - 1);
                points.add(new MeasuredPoint(last.summary(), last.extensions() + 1));
            }
            next = CapacitySearch.next(load, points);
        }
        return ((SearchDecision.Done) next).capacity();
    }

    /** Sizes of the points that were not brief. */
    private Stream<Integer> full() {
        return points.stream().filter(p -> !p.brief()).map(p -> p.summary().sessions());
    }

    private static MeasuredPoint asked(MeasuredPoint point, boolean brief) {
        return new MeasuredPoint(point.summary(), 0, brief, point.cpuShare());
    }

    private List<Integer> sizes() {
        return points.stream().map(p -> p.summary().sessions()).toList();
    }

    /**
     * Slowness rises with the power 4 of the load and passes the threshold between {@code knee} and {@code knee + 1}.
     */
    private static MeasuredPoint smooth(int sessions, int knee) {
        return point(sessions, 1000 * Math.pow(sessions / (knee + 0.5), 4));
    }

    private static MeasuredPoint point(int sessions, double millis) {
        return judged(sessions, many(sessions, 40 * sessions, "compute", A, i -> millis * (0.99 + 0.0002 * (i % 50))));
    }

    private static MeasuredPoint failing(int sessions) {
        List<Timing> timings = new ArrayList<>();
        IntStream.range(0, 40).forEach(i -> timings.add(failed(i % sessions, "compute", A, Outcome.TIMEOUT)));
        return judged(sessions, timings);
    }

    private static MeasuredPoint judged(int sessions, List<Timing> timings) {
        Bootstrap cheap = new Bootstrap(40, 0.95);
        return new MeasuredPoint(Judge.judge(sessions, Set.of(), timings, Thresholds.DEFAULT, cheap, 1), 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13, 20, 37, 64, 100, 240, 500})
    void findsAnySmoothKneeAndVerifiesIt(int knee) {
        Capacity capacity = search(findMax(OptionalInt.empty(), 1000), n -> smooth(n, knee));
        assertThat(Math.abs(capacity.sessions() - knee)).as("%s", sizes()).isLessThanOrEqualTo((int) (0.05 * knee));
        assertThat(capacity.thresholdBroken()).isTrue();
        assertThat(capacity.interval().low()).isLessThanOrEqualTo(capacity.sessions());
        assertThat(capacity.interval().high()).isGreaterThanOrEqualTo(capacity.sessions());
        assertThat(full().filter(n -> n == capacity.sessions()).count())
                .as("%s", sizes())
                .isPositive();
        assertThat(sizes()).hasSizeLessThanOrEqualTo(FindMaxSearch.MOST_POINTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 17, 90, 400})
    void findsWhereFailuresBeginAtOnce(int knee) {
        Capacity capacity = search(findMax(OptionalInt.empty(), 1000), n -> n <= knee ? point(n, 300) : failing(n));
        assertThat(Math.abs(capacity.sessions() - knee)).as("%s", sizes()).isLessThanOrEqualTo((int) (0.05 * knee));
        assertThat(capacity.reason()).contains("operations of group A failed").contains("calc/compute");
    }

    @Test
    void beginsWithTheHintOrAFew() {
        assertThat(CapacitySearch.next(findMax(OptionalInt.of(24), 60), List.of()))
                .isEqualTo(new SearchDecision.Measure(24, true, "the size that the hint names"));
        assertThat(CapacitySearch.next(findMax(OptionalInt.empty(), 60), List.of()))
                .isEqualTo(new SearchDecision.Measure(4, true, "a few sessions"));
        assertThat(CapacitySearch.next(findMax(OptionalInt.empty(), 3), List.of()))
                .isEqualTo(new SearchDecision.Measure(3, false, "a few sessions"));
        Load.FindMax many = new Load.FindMax(8, OptionalInt.empty(), 60, Load.FindMax.DEFAULT_PRECISION, false);
        assertThat(CapacitySearch.next(many, List.of()))
                .isEqualTo(new SearchDecision.Measure(8, true, "the fewest sessions"));
    }

    /**
     * Four sessions failed by chance, in a dozen timings, where 491 hold and the processors had nothing to do: five
     * were asked next, and the answer was 4.
     */
    @Test
    void aDozenTimingsDoNotPlaceTheNextPoint() {
        points.add(new MeasuredPoint(MeasuredHistory.summary(4, 12, 1.29, 0.25), 0, true, 0.01));
        assertThat(CapacitySearch.next(findMax(OptionalInt.empty(), 1000), points))
                .isInstanceOfSatisfying(
                        SearchDecision.Measure.class,
                        measure -> assertThat(measure.sessions()).isGreaterThan(50));
    }

    /**
     * What sessions answered before desktops were lost, or while Deskmeter itself stood still, says nothing of where a
     * threshold is crossed.
     */
    @Test
    void aPointThatWasNotCarriedOrNotJudgedIsOnNoLine() {
        List<MeasuredPoint> judged = List.of(point(10, 400), point(14, 1200));
        MeasuredPoint notJudged = new MeasuredPoint(point(16, 300).summary().notJudged("the agent stood still"), 0);
        for (MeasuredPoint other : List.of(lost(16), notJudged)) {
            List<MeasuredPoint> all = new ArrayList<>(judged);
            all.add(other);
            assertThat(new SearchHistory(all).curve(12)).isEqualTo(new SearchHistory(judged).curve(12));
        }
    }

    @Test
    void knowsFromTheProcessorsHowFarToGo() {
        MeasuredPoint one = new MeasuredPoint(point(1, 100).summary(), 0, false, 0.1);
        assertThat(CapacitySearch.next(findMax(OptionalInt.empty(), 60), List.of(one)))
                .isEqualTo(new SearchDecision.Measure(9, true, "whether more hold (1: passed, A 0.0997 s of 1 s)"));
    }

    @Test
    void nothingHolds() {
        Capacity capacity = search(findMax(OptionalInt.of(8), 60), n -> point(n, 3000));
        assertThat(capacity.sessions()).isZero();
        assertThat(capacity.interval()).isEqualTo(new Interval(0, 0));
        assertThat(capacity.thresholdBroken()).isTrue();
        assertThat(sizes()).endsWith(1, 1);
    }

    @Test
    void nothingFailsUpToTheMost() {
        Capacity capacity = search(findMax(OptionalInt.empty(), 60), n -> point(n, 300));
        assertThat(capacity.sessions()).isEqualTo(60);
        assertThat(capacity.interval()).isEqualTo(new Interval(60, Double.POSITIVE_INFINITY));
        assertThat(capacity.thresholdBroken()).isFalse();
        assertThat(sizes()).endsWith(60, 60);
    }

    @Test
    void theMostMayBeOne() {
        assertThat(search(findMax(OptionalInt.empty(), 1), n -> point(n, 300)).sessions())
                .isEqualTo(1);
        points.clear();
        assertThat(search(findMax(OptionalInt.empty(), 1), n -> point(n, 3000)).sessions())
                .isZero();
    }

    /** p95 on the threshold at every size: no result can be certain. */
    @Test
    void undecidedForEverEnds() {
        Capacity capacity = search(
                findMax(OptionalInt.of(20), 60),
                n -> judged(n, many(n, 40, "compute", A, i -> 952 + 40 * (i / 37) + 20 * (i / 39))));
        assertThat(capacity.sessions()).isBetween(1, 60);
    }

    /** One point is disturbed: twice as slow as it is. */
    @Test
    void oneDisturbedPointDoesNotDecide() {
        int[] measured = new int[1];
        Capacity capacity = search(findMax(OptionalInt.of(30), 1000), n -> {
            measured[0]++;
            MeasuredPoint clean = smooth(n, 50);
            return measured[0] == 1 ? point(n, 1500) : clean;
        });
        assertThat(capacity.sessions()).as("%s", sizes()).isBetween(48, 52);
    }

    @Test
    void aFallingCurveEndsToo() {
        Capacity capacity = search(findMax(OptionalInt.of(10), 60), n -> point(n, n > 20 ? 300 : 1500));
        assertThat(capacity.sessions()).isBetween(0, 60);
    }

    @Test
    void nothingMeasuredIsSaid() {
        Capacity capacity = search(findMax(OptionalInt.of(2), 9), n -> judged(n, List.of()));
        assertThat(capacity.sessions()).isZero();
        assertThat(capacity.reason()).isEqualTo("nothing of groups A and B was measured at 2 sessions");
    }

    /** 60 once passed by a little and once failed by more: together they fail. */
    @Test
    void theMostIsNotTheAnswerWhereItsPointsFailTogether() {
        points.add(at(60, 0.99, false));
        points.add(at(60, 1.04, false));
        SearchDecision next = CapacitySearch.next(findMax(OptionalInt.of(60), 60), points);
        assertThat(next).isInstanceOf(SearchDecision.Measure.class);
        assertThat(((SearchDecision.Measure) next).sessions()).isLessThan(60);
    }

    /**
     * The last point failed at the very size that holds: nothing beyond it was asked for, so nothing beyond it broke a
     * threshold.
     */
    @Test
    void noThresholdIsBrokenAtTheCapacityItself() {
        points.add(at(60, 0.9, false));
        points.add(at(60, 0.91, false));
        points.add(at(60, 1.01, false));
        Capacity capacity = done(findMax(OptionalInt.of(60), 60), SearchContext.UNTIMED);
        assertThat(capacity.sessions()).isEqualTo(60);
        assertThat(capacity.thresholdBroken()).isFalse();
        assertThat(capacity.reason()).contains("60 sessions passed").endsWith("; no larger load failed");
        assertThat(CapacitySearch.limitedBy(summaries(), 60)).isNull();
    }

    private static final Load.FindMax ONLY_THREE =
            new Load.FindMax(3, OptionalInt.empty(), 3, Load.FindMax.DEFAULT_PRECISION, false);

    private static MeasuredPoint lost(int sessions) {
        LoadPointSummary summary = point(sessions, 300)
                .summary()
                .failed(new PointFailure(PointFailure.Kind.SESSIONS_LOST, "1 of 3 sessions was lost"));
        return new MeasuredPoint(summary, 0);
    }

    private static List<List<MeasuredPoint>> contradictions() {
        return List.of(
                List.of(point(3, 300), lost(3)),
                List.of(lost(3), point(3, 300)),
                List.of(point(3, 300), point(3, 3000)),
                List.of(point(3, 3000), point(3, 300)));
    }

    /** Of two points of the only size one passed and one failed: the answer was that it holds, without a word. */
    @ParameterizedTest
    @MethodSource("contradictions")
    void theOnlySizeIsMeasuredAThirdTimeIfItsPointsContradictEachOther(List<MeasuredPoint> two) {
        points.addAll(two);
        assertThat(CapacitySearch.next(ONLY_THREE, points))
                .isEqualTo(new SearchDecision.Measure(
                        3, false, "whether 3 hold, as one load point passed and another failed"));
        points.add(point(3, 300));
        Capacity held = done(ONLY_THREE, SearchContext.UNTIMED);
        assertThat(held.sessions()).isEqualTo(3);
        assertThat(held.reason())
                .startsWith("all 3 sessions passed; 1 of 3 load points of 3 sessions failed: ")
                .endsWith("; no larger load failed");
        points.remove(2);
        points.add(two.get(two.get(0).summary().pass() ? 1 : 0));
        Capacity failed = done(ONLY_THREE, SearchContext.UNTIMED);
        assertThat(failed.sessions()).isZero();
        assertThat(failed.thresholdBroken()).isTrue();
    }

    /** Where there is no time to ask again, desktops that were lost are not outvoted by one point that passed. */
    @Test
    void aSizeThatLostDesktopsAsOftenAsItPassedIsNotHeld() {
        for (List<MeasuredPoint> two : contradictions().subList(0, 2)) {
            Capacity capacity = CapacitySearch.soFar(ONLY_THREE, two, "a loss was told when the search had ended");
            assertThat(capacity.sessions()).isZero();
            assertThat(capacity.interval()).isEqualTo(new Interval(0, 3));
            assertThat(capacity.reason())
                    .startsWith("1 of 3 sessions was lost, at 3 sessions")
                    .contains("of 3 sessions one load point passed")
                    .endsWith("a loss was told when the search had ended");
        }
    }

    /** The same where smaller sizes hold: they are the answer. */
    @Test
    void theMostIsNotTheAnswerIfItLostDesktopsAsOftenAsItPassed() {
        points.addAll(List.of(point(6, 300), point(10, 300), lost(10)));
        Load.FindMax ten = new Load.FindMax(1, OptionalInt.empty(), 10, Load.FindMax.DEFAULT_PRECISION, false);
        assertThat(CapacitySearch.next(ten, points))
                .isInstanceOfSatisfying(
                        SearchDecision.Measure.class,
                        measure -> assertThat(measure.sessions()).isEqualTo(10));
        Capacity capacity = CapacitySearch.soFar(ten, points, "");
        assertThat(capacity.sessions()).isEqualTo(6);
        assertThat(capacity.thresholdBroken()).isTrue();
    }

    /** Sizes below or at the answer that only failed are looked at again, or they bound it. */
    @Test
    void aSizeThatOnlyFailedBoundsTheCapacity() {
        int[] hour = new int[1];
        Capacity capacity = search(findMax(OptionalInt.of(40), 100), n -> {
            hour[0]++;
            return n == 40 && hour[0] == 1 ? point(n, 1150) : smooth(n, 50);
        });
        assertThat(capacity.sessions()).as("%s", sizes()).isBetween(48, 52);
        assertThat(sizes().stream().filter(n -> n == 40).count())
                .as("%s", sizes())
                .isGreaterThan(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 17, 90, 400})
    void findsHowManyLogonsThePlatformAdmits(int admitted) {
        Capacity capacity = search(findMax(OptionalInt.empty(), 1000), n -> n <= admitted ? point(n, 300) : refused(n));
        assertThat(Math.abs(capacity.sessions() - admitted)).as("%s", sizes()).isLessThanOrEqualTo(Math.max(1, (int)
                (0.05 * admitted)));
        assertThat(capacity.reason()).startsWith("1 logon was refused, at ");
        assertThat(capacity.interval().high()).isLessThan(1.1 * admitted + 1);
    }

    /** A refused point gives no information about responses: no line goes through it. */
    @Test
    void aRefusedPointIsOnNoLine() {
        Capacity capacity = search(findMax(OptionalInt.of(60), 100), n -> n <= 50 ? smooth(n, 40) : refused(n));
        assertThat(capacity.sessions()).as("%s", sizes()).isBetween(39, 41);
        assertThat(capacity.reason()).startsWith("p95 of group A");
    }

    @Test
    void nothingIsAdmittedAtAll() {
        Capacity capacity = search(findMax(OptionalInt.of(8), 60), FindMaxSearchTest::refused);
        assertThat(capacity.sessions()).isZero();
        assertThat(capacity.interval()).isEqualTo(new Interval(0, 0));
        assertThat(capacity.reason()).isEqualTo("1 logon was refused, at 1 session");
    }

    /**
     * The demo on a machine half as fast as its hint: after the first 19, [18..19] is the answer of anybody who has
     * something else to do.
     */
    @Test
    void toTellEighteenFromNineteenIsNotWorthAnHour() {
        points.add(at(40, 3.2, true));
        points.add(at(20, 1.15, true));
        points.add(at(17, 0.8, true));
        points.add(at(18, 0.86, false));
        points.add(at(19, 0.95, false));
        SearchDecision next = CapacitySearch.next(findMax(OptionalInt.of(40), 80), points);
        int more = 0;
        while (!(next instanceof SearchDecision.Done) && more < 5) {
            more++;
            points.add(at(next instanceof SearchDecision.Measure measure ? measure.sessions() : 19, 0.95, false));
            next = CapacitySearch.next(findMax(OptionalInt.of(40), 80), points);
        }
        assertThat(more).as("%s", sizes()).isLessThanOrEqualTo(1);
        Capacity capacity = ((SearchDecision.Done) next).capacity();
        assertThat(capacity.sessions()).isBetween(18, 19);
        assertThat(capacity.interval().high() - capacity.interval().low()).isLessThanOrEqualTo(4);
    }

    /**
     * A queue in front of a disk: 24 once passed clearly and once failed clearly, so a capacity of exactly 24 is not
     * certain.
     */
    @Test
    void pointsOfOneSizeThatContradictEachOtherDecideNothing() {
        points.add(at(21, 0.72, true));
        points.add(at(27, 1.29, true));
        points.add(at(24, 0.8, false));
        points.add(at(25, 1.6, false));
        points.add(at(25, 1.8, false));
        points.add(at(24, 1.33, false));
        Load.FindMax hurried = findMax(OptionalInt.empty(), 1000).within(Duration.ofMinutes(10));
        Capacity capacity = done(hurried, new SearchContext(1, 3, Duration.ofMinutes(11)));
        assertThat(capacity.interval().low()).isLessThan(24);
    }

    /** A demo ended with 19 [0..28]: 19 had passed, though not beyond doubt, as group B had few timings. */
    @Test
    void aSizeThatPassedInDoubtBoundsTheIntervalAllTheSame() {
        points.add(at(40, 3.2, true));
        points.add(at(29, 1.76, true));
        points.add(new MeasuredPoint(MeasuredHistory.summary(19, 20, 0.8, 0.2), 0, true, Double.NaN));
        Load.FindMax hurried = findMax(OptionalInt.of(40), 80).within(Duration.ofMinutes(10));
        Capacity capacity = done(hurried, new SearchContext(1, 3, Duration.ofMinutes(11)));
        assertThat(capacity.sessions()).isEqualTo(19);
        assertThat(capacity.interval().low()).isBetween(9.0, 18.0);
        assertThat(capacity.interval().high()).isEqualTo(28);
    }

    /**
     * A demo ended with 0 [0..65]: 34 had passed, failed when it was measured again, and no smaller size had been
     * measured.
     */
    @Test
    void thatNothingIsKnownToHoldIsNotThatNothingHolds() {
        contradictedAt34();
        Load.FindMax hurried = findMax(OptionalInt.of(40), 80).within(Duration.ofMinutes(20));
        Capacity capacity = done(hurried, new SearchContext(1, 3, Duration.ofMinutes(20)));
        assertThat(capacity.sessions()).isZero();
        assertThat(capacity.reason())
                .contains("of 34 sessions one load point passed")
                .contains("no smaller size was measured; the time budget ended the search");
        assertThat(capacity.interval().high()).as("36 and 40 both failed").isBetween(34.0, 39.0);
    }

    private void contradictedAt34() {
        points.add(new MeasuredPoint(MeasuredHistory.summary(40, 880, 1.25, 0.07), 0, true, Double.NaN));
        points.add(new MeasuredPoint(MeasuredHistory.summary(34, 748, 0.908, 0.12), 0, true, Double.NaN));
        points.add(new MeasuredPoint(MeasuredHistory.summary(36, 2376, 1.268, 0.045), 0, false, Double.NaN));
        points.add(new MeasuredPoint(MeasuredHistory.summary(34, 2244, 1.388, 0.043), 0, false, Double.NaN));
    }

    /**
     * That demo had spent its last minutes on 34 again: where nothing holds for sure, the last point is one that is
     * likely to.
     */
    @Test
    void theLastPointThatThereIsTimeForIsLikelyToHold() {
        contradictedAt34();
        points.remove(3);
        PointTimes each = new PointTimes(0, Duration.ofSeconds(60), Duration.ofSeconds(240), 3);
        List<MeasuredPoint> timed =
                points.stream().map(point -> point.took(each)).toList();
        Load.FindMax hurried = findMax(OptionalInt.of(40), 80).within(Duration.ofMinutes(20));
        SearchDecision last = CapacitySearch.next(hurried, timed, new SearchContext(1, 3, Duration.ofMinutes(14)));
        assertThat(last).isInstanceOfSatisfying(SearchDecision.Measure.class, measure -> {
            assertThat(measure.brief()).isFalse();
            assertThat(measure.sessions()).isBetween(26, 33);
        });
        SearchDecision earlier = CapacitySearch.next(hurried, timed, new SearchContext(1, 3, Duration.ofMinutes(5)));
        assertThat(earlier)
                .isInstanceOfSatisfying(
                        SearchDecision.Measure.class,
                        measure -> assertThat(measure.sessions()).isBetween(33, 35));
    }

    /** The other side: a size that failed by little leaves room for as many as it may hold. */
    @Test
    void aSizeThatFailedInDoubtBoundsTheIntervalAllTheSame() {
        points.add(at(19, 0.5, true));
        points.add(new MeasuredPoint(MeasuredHistory.summary(40, 20, 1.2, 0.2), 0, true, Double.NaN));
        Load.FindMax hurried = findMax(OptionalInt.of(19), 200).within(Duration.ofMinutes(10));
        Capacity capacity = done(hurried, new SearchContext(1, 3, Duration.ofMinutes(11)));
        assertThat(capacity.sessions()).isEqualTo(19);
        assertThat(capacity.interval().low()).isEqualTo(19);
        assertThat(capacity.interval().high()).isBetween(41.0, 90.0);
    }

    /** A hint that is off by two either way costs at most two brief points that are far from the knee. */
    @ParameterizedTest
    @ValueSource(ints = {10, 20, 45, 150})
    void aHintThatIsOffByTwoCostsTwoBriefPoints(int knee) {
        for (int hint : new int[] {2 * knee, knee / 2}) {
            points.clear();
            search(findMax(OptionalInt.of(hint), 1000), n -> {
                MeasuredPoint point = smooth(n, knee);
                return new MeasuredPoint(point.summary(), 0, false, Math.min(1, 0.8 * n / knee));
            });
            List<MeasuredPoint> far = points.stream()
                    .filter(p -> Math.abs(Math.log(p.sessions() / (knee + 0.5))) > 0.2)
                    .toList();
            assertThat(far).as("hint %d: %s", hint, sizes()).hasSizeLessThanOrEqualTo(2);
            assertThat(far).as("hint %d: %s", hint, sizes()).allMatch(MeasuredPoint::brief);
        }
    }

    /**
     * One session has hardly any timings: it failed twice by chance, and the search answered that nothing holds where
     * 12 do.
     */
    @Test
    void failuresOfASingleSessionMayBeChance() {
        points.add(alone(1.64));
        points.add(at(13, 1.16, true));
        points.add(alone(0.68));
        points.add(alone(1.22));
        SearchDecision next = CapacitySearch.next(findMax(OptionalInt.empty(), 1000), points);
        assertThat(next)
                .isEqualTo(new SearchDecision.Measure(4, true, "whether 4 hold, as 1 may have failed by chance"));
        points.add(at(4, 0.5, true));
        assertThat(CapacitySearch.next(findMax(OptionalInt.empty(), 1000), points))
                .isInstanceOfSatisfying(
                        SearchDecision.Measure.class,
                        measure -> assertThat(measure.sessions()).isBetween(5, 12));
    }

    private static MeasuredPoint alone(double ratio) {
        return new MeasuredPoint(MeasuredHistory.summary(1, 36, ratio, 0.3), 0, false, Double.NaN);
    }

    /**
     * A disturbed brief point makes the line steep, and 19 the answer where 22 hold. One far from the answer does not
     * matter.
     */
    @Test
    void noAnswerIsBoundedByABriefFailureAlone() {
        points.add(at(14, 0.49, true));
        points.add(at(18, 0.75, true));
        points.add(at(23, 2.38, true));
        points.add(at(19, 0.77, false));
        points.add(at(19, 0.69, false));
        Load.FindMax load = findMax(OptionalInt.empty(), 1000);
        assertThat(new AnswerConfirmation(load, new SearchHistory(points), new LoadCurve(19.9, 0.01, 5)).missing())
                .contains(new SearchDecision.Measure(23, false, "whether 23 really fail"));
        points.add(at(23, 1.1, false));
        assertThat(new AnswerConfirmation(load, new SearchHistory(points), new LoadCurve(19.9, 0.01, 5)).missing())
                .isEmpty();

        points.clear();
        points.add(at(90, 2.38, true));
        points.add(at(60, 0.97, false));
        points.add(at(60, 0.98, false));
        assertThat(new AnswerConfirmation(load, new SearchHistory(points), new LoadCurve(60.3, 0.01, 4)).missing())
                .isEmpty();
    }

    /**
     * 16 failed by a little in one brief point, and all points were spent above it: the answer was 1, where 31 hold.
     */
    @Test
    void aBriefFailureIsLookedAtAgainBeforeAllPointsAreSpent() {
        points.add(at(1, 0.49, false));
        points.add(at(16, 1.14, true));
        points.add(at(19, 0.72, true));
        points.add(at(42, 2.16, true));
        for (int i = 0; i < 6; i++) {
            points.add(at(26, 0.8, false));
            points.add(at(33, 1.25, false));
        }
        Load.FindMax load = findMax(OptionalInt.empty(), 1000);
        assertThat(CapacitySearch.next(load, points))
                .isEqualTo(new SearchDecision.Measure(16, true, "whether 16 really fail, though more passed"));
        points.add(at(16, 0.6, true));
        assertThat(search(load, n -> at(n, Math.pow(n / 31.5, 2), false)).sessions())
                .isBetween(26, 32);
    }

    /**
     * A platform that holds 27 and admits no more than 35: the hint was right, but all points were spent above the
     * crossing, which the line places below 26. The answer was 0 [0..35], though 26 never failed.
     */
    @Test
    void aSizeThatNeverFailedIsRatherTheAnswerThanNone() {
        points.add(at(26, 0.87, true));
        points.add(at(31, 0.79, true));
        List.of(95, 54, 41).forEach(n -> points.add(admittedTooSlowly(n)));
        points.add(at(36, 2.07, true));
        points.add(at(32, 1.04, false));
        points.add(at(32, 1.35, false));
        points.add(at(31, 1.3, false));
        points.add(at(29, 0.94, false));
        points.add(at(30, 1.38, false));
        points.add(at(29, 1.06, false));
        points.add(at(28, 1.2, false));
        points.add(at(27, 0.73, false));
        points.add(at(28, 1.02, true));
        points.add(at(28, 1.83, true));
        points.add(at(28, 1.78, false));
        points.add(at(27, 1.25, false));
        Load.FindMax load = findMax(OptionalInt.of(26), 1000);
        Capacity capacity = new FindMaxResult(load, points, new SearchHistory(points), "")
                .near(new LoadCurve(25.8, 0.06, 3))
                .capacity();
        assertThat(capacity.sessions()).isEqualTo(26);
        assertThat(capacity.interval().low()).isBetween(20.0, 26.0);
        assertThat(capacity.interval().contains(27)).isTrue();
    }

    private static MeasuredPoint admittedTooSlowly(int sessions) {
        LoadPointSummary summary = MeasuredHistory.summary(sessions, 0, Double.NaN, 0);
        PointFailure late =
                new PointFailure(PointFailure.Kind.RAMP_UP_TIMEOUT, "not all sessions had logged on in time");
        return new MeasuredPoint(summary.failed(late), 0);
    }

    /** Two sessions passed, three failed once with 18 timings: the answer was 2 [1..3], where 7 hold. */
    @Test
    void aFailureInFewTimingsIsMeasuredAgain() {
        points.add(at(12, 2.5, true));
        points.add(new MeasuredPoint(MeasuredHistory.summary(3, 18, 1.57, 0.3), 0, false, Double.NaN));
        points.add(new MeasuredPoint(MeasuredHistory.summary(2, 12, 0.52, 0.3), 0, false, Double.NaN));
        Load.FindMax load = findMax(OptionalInt.empty(), 1000);
        assertThat(new AnswerConfirmation(load, new SearchHistory(points), new LoadCurve(2.4, 0.01, 5)).missing())
                .contains(new SearchDecision.Measure(3, false, "whether 3 really fail"));
        points.add(new MeasuredPoint(MeasuredHistory.summary(3, 18, 1.4, 0.3), 0, false, Double.NaN));
        points.add(new MeasuredPoint(MeasuredHistory.summary(3, 18, 1.4, 0.3), 0, false, Double.NaN));
        assertThat(new AnswerConfirmation(load, new SearchHistory(points), new LoadCurve(2.4, 0.01, 5)).missing())
                .as("believed after three points")
                .isEmpty();
    }

    /** 13 was measured in full again and again, and nothing between it and 1: the answer was 1, where 12 hold. */
    @Test
    void aSizeFarBelowIsNoAnswerOnlyBecauseItWasMeasuredInFull() {
        points.add(at(1, 0.49, false));
        points.add(at(11, 0.92, true));
        points.add(at(12, 0.9, true));
        points.add(at(13, 1.1, false));
        points.add(at(13, 1.12, false));
        Load.FindMax load = findMax(OptionalInt.empty(), 1000);
        Capacity capacity = new FindMaxResult(load, points, new SearchHistory(points), "")
                .near(new LoadCurve(12.6, 0.05, 3))
                .capacity();
        assertThat(capacity.sessions()).isEqualTo(12);
    }

    /** The line says 15.9, of which 15 are whole; but 16 passed both times that they were measured in full. */
    @Test
    void aSizeThatPassedEachTimeIsNotLeftOutForAFractionOfASession() {
        points.add(at(16, 1.3, true));
        points.add(at(14, 0.74, true));
        points.add(at(15, 1.0, false));
        points.add(at(15, 0.97, false));
        points.add(at(15, 0.8, false));
        points.add(at(16, 0.85, false));
        points.add(at(16, 0.9, false));
        Load.FindMax hurried = findMax(OptionalInt.empty(), 1000);
        AnswerConfirmation confirmation =
                new AnswerConfirmation(hurried, new SearchHistory(points), new LoadCurve(15.9, 0.05, 3));
        assertThat((int) confirmation.curve().knee()).isEqualTo(16);
        points.add(at(16, 1.1, false));
        assertThat(new AnswerConfirmation(hurried, new SearchHistory(points), new LoadCurve(15.9, 0.05, 3))
                        .curve()
                        .knee())
                .isEqualTo(15.9);
    }

    @Test
    void saysWhichQuestionTheNextPointAnswers() {
        assertThat(SearchExplanation.again(at(19, 0.95, false))).isEqualTo("19 again: undecided, A 0.95 s of 1 s");
        assertThat(SearchExplanation.longer(at(19, 1.02, false)))
                .isEqualTo("19 measured longer: undecided, A 1.02 s of 1 s");
        assertThat(SearchExplanation.after(refused(40), "whether fewer hold"))
                .isEqualTo("whether fewer hold (40: failed, 1 logon was refused)");
    }

    private Capacity done(Load.FindMax load, SearchContext context) {
        SearchDecision next = CapacitySearch.next(load, points, context);
        assertThat(next).isInstanceOf(SearchDecision.Done.class);
        return ((SearchDecision.Done) next).capacity();
    }

    private List<LoadPointSummary> summaries() {
        return points.stream().map(MeasuredPoint::summary).toList();
    }

    private static MeasuredPoint at(int sessions, double ratio, boolean brief) {
        double sd = brief ? 0.06 : 0.04;
        int timings = sessions * (brief ? 12 : 36);
        return new MeasuredPoint(MeasuredHistory.summary(sessions, timings, ratio, sd), 0, brief, Double.NaN);
    }

    private static MeasuredPoint refused(int sessions) {
        LoadPointSummary summary = MeasuredHistory.summary(sessions, 0, Double.NaN, 0);
        return new MeasuredPoint(
                summary.failed(new PointFailure(PointFailure.Kind.LOGONS_REFUSED, "1 logon was refused")), 0);
    }
}
