package io.deskmeter.measure.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.FalseDiscovery;
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class ComparisonTest {
    private static final Bootstrap QUICK = new Bootstrap(200, 0.95);
    private static final String COMPUTE = "office/calc/compute";

    @Test
    void tellsGroupsFirstThenOperations() {
        List<Difference> differences = Comparison.of(sides(3, 3, 1.5), QUICK, 1);
        assertThat(differences)
                .extracting(d -> d.what() + " " + d.quantile())
                .containsExactly("group A 0.5", "group A 0.95", "office/calc/compute 0.5", "office/calc/compute 0.95");
        Difference p50 = differences.get(0);
        assertThat(p50.differenceMs()).isEqualTo(p50.otherMs() - p50.baselineMs());
        assertThat(p50.ratio()).isBetween(1.3, 1.7);
        assertThat(p50.ratioCi().contains(p50.ratio())).isTrue();
        assertThat(p50.differenceCi().contains(p50.differenceMs())).isTrue();
        assertThat(p50.baselineRunsMs()).hasSize(3);
        assertThat(p50.spread()).isBetween(0.001, 0.2);
        assertThat(p50.surelySlower()).isTrue();
        assertThat(p50.slower()).isGreaterThan(0.975);
        assertThat(Comparison.of(sides(3, 3, 1.5), QUICK, 7)).isEqualTo(Comparison.of(sides(3, 3, 1.5), QUICK, 7));
        assertThat(Comparison.of(sides(3, 3, 1 / 1.5), QUICK, 1)).allMatch(Difference::surelyFaster);
    }

    @Test
    void oneRunOfEachSideLeavesItOpenHoweverLargeTheDifference() {
        assertThat(Comparison.of(sides(1, 1, 3), QUICK, 1)).allSatisfy(d -> {
            assertThat(d.finding()).isEqualTo(Finding.NOT_DECIDED);
            assertThat(d.reason()).startsWith("the variation between runs is not known");
            assertThat(d.slower()).isNaN();
            assertThat(d.spread()).isNaN();
            // What the sessions of these two runs say is shown.
            assertThat(d.ratioCi().contains(d.ratio())).isTrue();
            assertThat(d.ratioCi().low()).isGreaterThan(1);
        });
    }

    @Test
    void earlierRunsTellHowMuchRunsVary() {
        RunSides<List<Response>> two = sides(1, 1, 3);
        RunSides<List<Response>> with =
                new RunSides<>(two.baseline(), two.other(), sides(4, 1, 1).baseline());
        assertThat(Comparison.of(with, QUICK, 1)).allMatch(Difference::surelySlower);
        RunSides<List<Response>> one = new RunSides<>(
                two.baseline(), two.other(), sides(4, 1, 1).baseline().subList(0, 1));
        assertThat(Comparison.of(one, QUICK, 1)).allMatch(d -> d.finding() == Finding.NOT_DECIDED);
    }

    @Test
    void oneSessionOfOneRunShowsNothingOfHowSessionsDiffer() {
        List<List<Response>> ofOneSession = runs(new Random(1), 3, 1, 0.03, 1);
        List<Difference> differences =
                Comparison.of(new RunSides<>(ofOneSession, runs(new Random(2), 1, 1, 0.03, 5), List.of()), QUICK, 1);
        assertThat(differences).allMatch(d -> d.finding() == Finding.NOT_DECIDED);
        assertThat(differences.get(0).reason()).isEqualTo("one session does not show how sessions differ");
        // Runs of one session each differ by their sessions, too.
        assertThat(Comparison.of(new RunSides<>(ofOneSession, runs(new Random(2), 3, 1, 0.03, 5), List.of()), QUICK, 1))
                .allMatch(Difference::surelySlower);
    }

    @Test
    void aRunIsNotDifferentFromItself() {
        List<List<Response>> runs = runs(new Random(4), 3, 8, 0.03, 1);
        assertThat(Comparison.of(new RunSides<>(runs, runs, List.of()), Bootstrap.DEFAULT, 1))
                .allSatisfy(d -> {
                    assertThat(d.ratio()).isEqualTo(1);
                    assertThat(d.differenceMs()).isZero();
                    assertThat(d.finding()).isEqualTo(Finding.NO_CLEAR_DIFFERENCE);
                    assertThat(d.slower()).isBetween(0.3, 0.7);
                });
    }

    /** Item 3 of the issue on losses: 20 healthy sessions against 20 of which 10 died; the survivors are faster. */
    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"TIMEOUT", "APPLICATION_FAILED", "DESKTOP_LOST", "SKIPPED"})
    void whatIsLostIsNeverFaster(Outcome lost) {
        List<List<Response>> healthy = runs(new Random(5), 4, 20, 0.03, 1);
        List<List<Response>> died = runs(new Random(6), 4, 20, 0.03, 0.63).stream()
                .map(run -> run.stream()
                        .map(r -> r.session() < 10
                                ? r
                                : Response.ofPlanned(
                                        r.session(), r.timing(), r.operation(), r.group(), lost, Double.NaN))
                        .toList())
                .toList();
        List<Difference> differences = Comparison.of(new RunSides<>(healthy, died, List.of()), QUICK, 1);
        Difference p95 = differences.get(1);
        assertThat(p95.ratio()).isInfinite();
        assertThat(differences).noneMatch(Difference::surelyFaster);
        assertThat(p95.surelySlower()).isTrue();
        assertThat(Comparison.of(new RunSides<>(died, healthy, List.of()), QUICK, 1)
                        .get(1)
                        .surelyFaster())
                .isTrue();
        assertThat(Comparison.of(RunSides.of(healthy.get(0), died.get(0)), QUICK, 1))
                .allMatch(d -> d.finding() == Finding.NOT_DECIDED);
        assertThat(Comparison.of(new RunSides<>(died, died, List.of()), QUICK, 1)
                        .get(1))
                .returns(Finding.NOT_COMPARABLE, Difference::finding)
                .returns("too much failed on both sides", Difference::reason);
    }

    @Test
    void failuresOfSomeRunsOnlyAreNotDecided() {
        List<List<Response>> fine = runs(new Random(5), 3, 4, 0.03, 1);
        List<Response> failing = failing(fine.get(0), 40);
        List<Difference> one = Comparison.of(new RunSides<>(fine, List.of(fine.get(1), failing), List.of()), QUICK, 1);
        assertThat(one.get(1).finding()).isEqualTo(Finding.NOT_DECIDED);
        assertThat(one.get(1).reason()).startsWith("too much failed in some runs of a side");
        assertThat(one.get(1).otherMs()).isInfinite();
        // All runs of the other side failed, but one run may fail by chance.
        Difference few = Comparison.of(new RunSides<>(fine, List.of(failing), List.of()), QUICK, 1)
                .get(1);
        assertThat(few.finding()).isEqualTo(Finding.NOT_DECIDED);
        assertThat(few.reason()).startsWith("too much failed in all runs of one side, but");
    }

    @Test
    void unknownOperationsAreAtTheEndThatSpeaksAgainstTheDifference() {
        RunSides<List<Response>> slower = sides(3, 3, 1.5);
        // 2 of 80 operations of each run are unknown: the p95 moves little.
        RunSides<List<Response>> few = slower.map(run -> unknown(run, 2));
        Difference p95 = Comparison.of(few, QUICK, 1).get(1);
        assertThat(p95.unknown()).isEqualTo(12);
        assertThat(p95.ratioCi().high())
                .isGreaterThan(Comparison.of(slower, QUICK, 1).get(1).ratioCi().high());
        // With one in ten unknown, the p95 may be anything.
        Difference open =
                Comparison.of(slower.map(run -> unknown(run, 20)), QUICK, 1).get(1);
        assertThat(open.finding()).isEqualTo(Finding.NOT_DECIDED);
        assertThat(open.reason()).startsWith("too many operations are unknown");
        // The median has not changed its side.
        assertThat(Comparison.of(slower.map(run -> unknown(run, 5)), QUICK, 1)
                        .get(0)
                        .surelySlower())
                .isTrue();
        // Only the slow ones are unknown: without them the other side would look faster.
        RunSides<List<Response>> hidden = new RunSides<>(
                slower.baseline(),
                slower.baseline().stream().map(run -> withoutSlowest(run, 0.2)).toList(),
                List.of());
        assertThat(Comparison.of(hidden, QUICK, 1)).noneMatch(Difference::surelyFaster);
    }

    @Test
    void whatOnlyOneSideHasIsNotComparable() {
        List<Response> other = List.of(new Response(0, "x/y", Group.B, 10));
        List<Difference> differences =
                Comparison.of(RunSides.of(runs(new Random(7), 1, 2, 0, 1).get(0), other), QUICK, 1);
        assertThat(differences)
                .extracting(d -> d.what() + " " + d.quantile() + " " + d.finding() + ": " + d.reason())
                .contains("group A 0.95 NOT_COMPARABLE: no known response of it in a run (expected: in all runs)")
                .contains("group B 0.95 NOT_COMPARABLE: no known response of it in a run of the baseline"
                        + " (expected: in all runs)")
                .contains("x/y 0.5 NOT_COMPARABLE: no known response of it in a run of the baseline"
                        + " (expected: in all runs)");
        assertThat(differences).hasSize(8);
    }

    @Test
    void runsOfEqualResponsesAreSeparatedOnlyIfTheyAreMany() {
        assertThat(Comparison.of(constant(2, 100, 2, 110), QUICK, 1))
                .extracting(Difference::finding)
                .containsOnly(Finding.NO_CLEAR_DIFFERENCE);
        assertThat(Comparison.of(constant(4, 100, 4, 110), QUICK, 1)).allMatch(Difference::surelySlower);
    }

    @Test
    void chancesAreAdjustedToTheNumberOfFigures() {
        assertThat(FalseDiscovery.adjusted(new double[] {0.04, Double.NaN, 0.01, 0.03}))
                .containsExactly(0.04 * 4 / 3, Double.NaN, 0.04, 0.04 * 4 / 3);
        assertThat(FalseDiscovery.adjusted(new double[] {0.03, 0.9})).containsExactly(0.06, 0.9);
        assertThat(FalseDiscovery.adjusted(new double[0])).isEmpty();
    }

    /**
     * What was lost in one run makes runs vary more, and the interval wider: what was slower than allowed must not
     * become acceptable by that.
     */
    @Test
    void lossesMakeNoSlowerSideAcceptable() {
        int widened = 0;
        for (double factor : new double[] {1.25, 1.3, 1.4, 1.6}) {
            RunSides<List<Response>> sides = sides(3, 3, factor);
            Difference whole = p95(sides);
            assertThat(whole.isWidenedBelow(1.1)).as("nothing was lost").isFalse();
            if (whole.ratioCi().low() <= 1.1) {
                continue;
            }
            for (int lost = 1; lost <= 20; lost++) {
                for (boolean known : new boolean[] {true, false}) {
                    List<List<Response>> other = new ArrayList<>(sides.other());
                    List<Response> some = other.get(0);
                    other.set(0, known ? failing(some.subList(lost, some.size()), lost) : unknown(some, lost));
                    Difference p95 = p95(new RunSides<>(sides.baseline(), other, List.of()));
                    boolean red = p95.ratioCi().low() > 1.1 || !p95.finding().isDecided();
                    assertThat(red || p95.isWidenedBelow(1.1))
                            .as("%d lost: %s", lost, p95)
                            .isTrue();
                    widened += red ? 0 : 1;
                }
            }
        }
        assertThat(widened).isPositive();
    }

    private static Difference p95(RunSides<List<Response>> sides) {
        return Comparison.of(sides, QUICK, 1).get(1);
    }

    @Test
    void onlyWhatIsAlikeIsCompared() {
        Comparability.Setup setup = new Comparability.Setup(
                true, Map.of("office/calc", "c1"), "none", "2 s ± 50 %", "A 1 s, B 6 s", "remote", "1280x800");
        assertThat(Comparability.of(setup, setup)).isEqualTo(new Comparability(List.of(), List.of()));
        Comparability other = Comparability.of(
                setup,
                new Comparability.Setup(
                        false,
                        Map.of("office/calc", "c2", "office/writer", "w"),
                        "office/writer 20 %",
                        "1 s ± 50 %",
                        "A 2 s, B 6 s",
                        "local",
                        "800x600"));
        assertThat(other.refusals())
                .containsExactly(
                        "the run is invalid: its figures must not be used",
                        "different think times: 2 s ± 50 % and 1 s ± 50 %",
                        "workload office/calc: its content has changed between the runs (expected: equal checksums)",
                        "workload office/writer: only in the run (expected: in both)",
                        "different shares of sessions: none and office/writer 20 %");
        assertThat(other.remarks())
                .containsExactly(
                        "different modes: remote and local",
                        "different desktop sizes: 1280x800 and 800x600",
                        "different thresholds: A 1 s, B 6 s and A 2 s, B 6 s");
        Comparability unknown = Comparability.of(
                setup,
                new Comparability.Setup(true, Map.of(), "none", "2 s ± 50 %", "A 1 s, B 6 s", "remote", "1280x800"));
        assertThat(unknown.refusals()).isEmpty();
        assertThat(unknown.remarks()).hasSize(1);
    }

    private static RunSides<List<Response>> sides(int baseline, int other, double factor) {
        Random random = new Random(1);
        return new RunSides<>(runs(random, baseline, 5, 0.03, 1), runs(random, other, 5, 0.03, factor), List.of());
    }

    private static RunSides<List<Response>> constant(int baseline, double before, int other, double after) {
        return new RunSides<>(
                Collections.nCopies(baseline, equal(before)), Collections.nCopies(other, equal(after)), List.of());
    }

    private static List<Response> equal(double millis) {
        return IntStream.range(0, 20)
                .mapToObj(i -> new Response(i % 4, COMPUTE, Group.A, millis))
                .toList();
    }

    private static List<Response> failing(List<Response> run, int failures) {
        Stream<Response> failed = IntStream.range(0, failures)
                .mapToObj(i -> new Response(i % 4, COMPUTE, Group.A, Double.POSITIVE_INFINITY));
        return Stream.concat(run.stream(), failed).toList();
    }

    private static List<Response> unknown(List<Response> run, int count) {
        Stream<Response> unknown =
                IntStream.range(0, count).mapToObj(i -> new Response(i % 5, COMPUTE, Group.A, Double.NaN));
        return Stream.concat(run.stream().skip(count), unknown).toList();
    }

    private static List<Response> withoutSlowest(List<Response> run, double share) {
        double[] sorted = run.stream().mapToDouble(Response::millis).sorted().toArray();
        double bound = Quantiles.of(sorted, 1 - share);
        return run.stream()
                .map(r -> r.millis() > bound ? new Response(r.session(), r.operation(), r.group(), Double.NaN) : r)
                .toList();
    }

    /** Log-normal responses with an effect of the run and one of the session. */
    private static List<List<Response>> runs(Random random, int runs, int sessions, double ofRun, double factor) {
        List<List<Response>> all = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            double own = ofRun * random.nextGaussian();
            List<Response> responses = new ArrayList<>();
            for (int session = 0; session < sessions; session++) {
                double ofSession = own + 0.02 * random.nextGaussian();
                for (int i = 0; i < 40; i++) {
                    double millis = factor * Math.exp(5 + ofSession + 0.2 * random.nextGaussian());
                    responses.add(new Response(session, COMPUTE, Group.A, millis));
                }
            }
            all.add(responses);
        }
        return all;
    }
}
