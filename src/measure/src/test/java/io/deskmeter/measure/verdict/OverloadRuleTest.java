package io.deskmeter.measure.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timings;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OverloadRuleTest {
    private static final double BEYOND_MS = 1.5 * Thresholds.DEFAULT.a().toMillis();

    private static OverloadRule rule(int plannedA, int plannedB) {
        return new OverloadRule(Map.of(Group.A, plannedA, Group.B, plannedB, Group.C, 1), Thresholds.DEFAULT);
    }

    @Test
    void asManySlowOnesAsThePercentileToleratesAreNoFailure() {
        OverloadRule rule = rule(100, 10);
        for (int i = 0; i < 5; i++) {
            rule.add(Timings.ok(0, "modify", Group.A, BEYOND_MS + 1));
        }
        assertThat(rule.hasFailed()).isFalse();
        assertThat(rule.reason()).isEmpty();
        rule.add(Timings.failed(0, "modify", Group.A, Outcome.TIMEOUT));
        assertThat(rule.hasFailed()).isTrue();
        assertThat(rule.reason())
                .hasValue("6 of 100 planned operations of group A took longer than 1.5 s, 1.5 times its threshold");
        assertThat(rule.share()).isCloseTo(6 / 111.0, within(1e-9));
    }

    @Test
    void whatIsNearTheThresholdOrNotJudgedIsNoFailure() {
        OverloadRule rule = rule(20, 20);
        for (int i = 0; i < 20; i++) {
            rule.add(Timings.ok(0, "modify", Group.A, BEYOND_MS));
            rule.add(Timings.ok(0, "open", Group.B, BEYOND_MS + 1));
            rule.add(Timings.ok(0, "play", Group.C, 100_000));
            rule.add(Timings.failed(0, "modify", Group.A, Outcome.HARNESS_ERROR));
        }
        assertThat(rule.hasFailed()).isFalse();
    }

    @Test
    void whatWasNotReachedIsSlowerThanAnything() {
        OverloadRule rule = rule(20, 20);
        rule.add(Timings.failed(0, "open", Group.B, Outcome.TIMEOUT));
        rule.add(Timings.failed(0, "modify", Group.A, Outcome.SKIPPED));
        assertThat(rule.hasFailed()).isFalse();
        rule.add(Timings.failed(0, "modify", Group.A, Outcome.SKIPPED));
        assertThat(rule.hasFailed()).isTrue();
    }

    /**
     * As the judge counts it: what Deskmeter itself kept from being reached is not known, and no sign of a platform
     * that is slow.
     */
    @Test
    void whatWasNotReachedBecauseOfDeskmeterItselfIsNoFailure() {
        OverloadRule rule = rule(20, 20);
        rule.add(Timings.failed(0, "launch", Group.A, Outcome.HARNESS_ERROR));
        for (int i = 0; i < 5; i++) {
            rule.add(Timings.failed(0, "modify", Group.A, Outcome.SKIPPED));
        }
        assertThat(rule.hasFailed()).isFalse();
        rule.add(Timings.failed(1, "launch", Group.C, Outcome.TIMEOUT));
        rule.add(Timings.failed(1, "modify", Group.A, Outcome.SKIPPED));
        rule.add(Timings.failed(1, "modify", Group.A, Outcome.SKIPPED));
        assertThat(rule.hasFailed()).isTrue();
    }

    /** A batch that is sent again comes late, and one that is lost never comes. */
    @Test
    void whatWasNotReachedBecauseOfSomethingThatDidNotComeIsNoFailureYet() {
        OverloadRule rule = rule(20, 20);
        for (int i = 0; i < 5; i++) {
            rule.add(Timings.failed(0, "modify", Group.A, Outcome.SKIPPED));
        }
        rule.add(Timings.failed(0, "launch", Group.A, Outcome.HARNESS_ERROR));
        assertThat(rule.hasFailed()).isFalse();
    }

    /**
     * Whatever comes after the rule has said so, the percentile of all that was planned is beyond 1.5 times the
     * threshold.
     */
    @Test
    void whatFailedEarlyFailsInTheEnd() {
        SplittableRandom random = new SplittableRandom(5);
        int early = 0;
        for (int trial = 0; trial < 2_000; trial++) {
            int planned = 1 + random.nextInt(300);
            double slowShare = 0.12 * random.nextDouble();
            OverloadRule rule = rule(planned, 0);
            List<Double> all = new ArrayList<>();
            boolean said = false;
            for (int i = 0; i < planned; i++) {
                double millis = random.nextDouble() < slowShare ? BEYOND_MS * (1 + random.nextDouble()) : 300;
                all.add(millis);
                rule.add(Timings.ok(0, "modify", Group.A, millis));
                said |= rule.hasFailed();
            }
            double p95 = Quantiles.of(
                    all.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.95);
            assertThat(said).isEqualTo(p95 > BEYOND_MS);
            early += said ? 1 : 0;
        }
        assertThat(early).isBetween(500, 1_900);
    }
}
