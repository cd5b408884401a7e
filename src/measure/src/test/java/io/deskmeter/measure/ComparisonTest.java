package io.deskmeter.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
    private static final Bootstrap QUICK = new Bootstrap(200, 0.95);

    @Test
    void tellsGroupsFirstThenOperations() {
        Random random = new Random(1);
        List<Difference> differences = Comparison.of(run(random, 5, 0.1, 1), run(random, 5, 0.1, 1.5), QUICK, 1);
        assertThat(differences)
                .extracting(d -> d.what() + " " + d.quantile())
                .containsExactly("group A 0.5", "group A 0.95", "office/calc/compute 0.5", "office/calc/compute 0.95");
        Difference p50 = differences.get(0);
        assertThat(p50.differenceMs()).isEqualTo(p50.otherMs() - p50.baselineMs());
        assertThat(p50.ratio()).isBetween(1.3, 1.7);
        assertThat(p50.ratioCi().contains(p50.ratio())).isTrue();
        assertThat(p50.differenceCi().contains(p50.differenceMs())).isTrue();
        assertThat(p50.surelySlower()).isTrue();
        assertThat(p50.slower()).isGreaterThan(0.975);
        assertThat(Comparison.of(run(new Random(2), 5, 0.1, 1), run(new Random(3), 5, 0.1, 1), QUICK, 7))
                .isEqualTo(Comparison.of(run(new Random(2), 5, 0.1, 1), run(new Random(3), 5, 0.1, 1), QUICK, 7));
    }

    @Test
    void aRunIsNotDifferentFromItself() {
        List<Response> run = run(new Random(4), 8, 0.3, 1);
        assertThat(Comparison.of(run, run, Bootstrap.DEFAULT, 1)).allSatisfy(d -> {
            assertThat(d.ratio()).isEqualTo(1);
            assertThat(d.differenceMs()).isZero();
            assertThat(d.surelySlower() || d.surelyFaster()).isFalse();
            assertThat(d.slower()).isBetween(0.3, 0.7);
        });
    }

    @Test
    void failuresAreSlowerThanAnything() {
        List<Response> fine = run(new Random(5), 4, 0, 1);
        List<Response> failing = new ArrayList<>(run(new Random(6), 4, 0, 1));
        for (int i = 0; i < 40; i++) {
            failing.add(new Response(i % 4, "office/calc/compute", Group.A, Double.POSITIVE_INFINITY));
        }
        Difference p95 = Comparison.of(fine, failing, QUICK, 1).get(1);
        assertThat(p95.ratio()).isInfinite();
        assertThat(p95.surelySlower()).isTrue();
        assertThat(Comparison.of(failing, fine, QUICK, 1).get(1).surelyFaster()).isTrue();
        assertThat(Comparison.of(failing, failing, QUICK, 1).get(1).ratio()).isEqualTo(1);
    }

    @Test
    void whatOnlyOneSideHasIsNotCompared() {
        List<Response> other = List.of(new Response(0, "x/y", Group.B, 10));
        assertThat(Comparison.of(run(new Random(7), 2, 0, 1), other, QUICK, 1)).isEmpty();
    }

    /**
     * Log-normal responses with a session effect, as in {@link BootstrapTest}; the other run is 1.2 times as slow. The interval of the ratio
     * must have its nominal coverage, and for equal runs, a difference must not be reported as certain more often than the error rate.
     */
    @ParameterizedTest
    @CsvSource({"3, 0.25", "5, 0.25", "10, 0.25", "20, 0.25", "3, 0", "10, 0"})
    void intervalsCoverTheTruthAndAlarmsAreRare(int sessions, double effect) {
        long seed = 20_261_121L + sessions;
        Random random = new Random(seed);
        int trials = 150;
        assertThat(share(trials, random, sessions, effect, 1.2, d -> d.ratioCi().contains(1.2)))
                .as("coverage, %d sessions, effect %s, seed %d", sessions, effect, seed)
                .isGreaterThanOrEqualTo(0.92);
        assertThat(share(trials, random, sessions, effect, 1, d -> d.surelySlower() || d.surelyFaster()))
                .as("false alarms, %d sessions, effect %s, seed %d", sessions, effect, seed)
                .isLessThanOrEqualTo(0.08);
        assertThat(share(trials, random, sessions, effect, 1, d -> d.ratioCi().low() > 1.1))
                .as("false alarms beyond 10 %%, %d sessions, effect %s, seed %d", sessions, effect, seed)
                .isLessThanOrEqualTo(0.025);
    }

    @Test
    void aDifferenceIsFoundWhereItIsLarge() {
        long seed = 5;
        Random random = new Random(seed);
        assertThat(share(100, random, 20, 0.1, 1.3, Difference::surelySlower))
                .as("found, seed %d", seed)
                .isGreaterThan(0.95);
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

    private static double share(
            int trials, Random random, int sessions, double effect, double factor, Predicate<Difference> which) {
        int count = 0;
        for (int trial = 0; trial < trials; trial++) {
            Difference p95 = Comparison.of(
                            run(random, Group.C, sessions, effect, 1),
                            run(random, Group.C, sessions, effect, factor),
                            QUICK,
                            trial)
                    .get(1);
            count += which.test(p95) ? 1 : 0;
        }
        return count / (double) trials;
    }

    private static List<Response> run(Random random, int sessions, double effect, double factor) {
        return run(random, Group.A, sessions, effect, factor);
    }

    private static List<Response> run(Random random, Group group, int sessions, double effect, double factor) {
        List<Response> responses = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            double own = effect * random.nextGaussian();
            for (int i = 0; i < 40; i++) {
                double millis = factor * Math.exp(5 + own + 0.4 * random.nextGaussian());
                responses.add(new Response(session, "office/calc/compute", group, millis));
            }
        }
        return responses;
    }
}
