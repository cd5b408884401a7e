package io.deskmeter.controller.run.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LivePercentilesTest {
    private final LivePercentiles live = new LivePercentiles();

    private static Timing timing(Group group, Outcome outcome, long nanos) {
        return timing(group, 0, outcome, nanos);
    }

    private static Timing timing(Group group, int iteration, Outcome outcome, long nanos) {
        long shownAt = outcome == Outcome.OK ? nanos : Timing.NEVER;
        return Timing.builder("w", "o", group, outcome)
                .sequence(1)
                .iteration(iteration)
                .intendedAt(0)
                .firedAt(0)
                .lastWithoutAt(shownAt)
                .shownAt(shownAt)
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 19, 20, 21, 399, 400, 100_000})
    void aPercentileIsThatOfAllTimingsToThreeDigits(int count) {
        SplittableRandom random = new SplittableRandom(count);
        double[] millis = new double[count];
        for (int i = 0; i < count; i++) {
            long nanos = Math.round(300e6 * Math.exp(1.2 * random.nextGaussian()));
            live.add(timing(Group.A, Outcome.OK, nanos));
            millis[i] = nanos / 1e6;
        }
        Arrays.sort(millis);
        for (double q : new double[] {0.5, 0.95, 0.99, 1}) {
            assertThat(live.quantile(Group.A, q).orElseThrow())
                    .as("q %s of %s, seed %s", q, count, count)
                    .isCloseTo(Quantiles.of(millis, q), withinPercentage(0.1));
        }
        assertThat(live.count(Group.A)).isEqualTo(count);
        assertThat(live.quantile(Group.B, 0.95)).isEmpty();
    }

    @Test
    void whatFailedOrWasNotReachedIsSlowerThanAnythingSeen() {
        for (int i = 1; i <= 95; i++) {
            live.add(timing(Group.B, Outcome.OK, i * 1_000_000L));
        }
        for (int i = 0; i < 4; i++) {
            live.add(timing(Group.B, Outcome.TIMEOUT, 0));
        }
        live.add(timing(Group.B, Outcome.SKIPPED, 0));
        live.add(timing(Group.B, 1, Outcome.HARNESS_ERROR, 0));
        // Nothing is known of what Deskmeter kept from being reached either.
        live.add(timing(Group.B, 1, Outcome.SKIPPED, 0));
        assertThat(live.count(Group.B)).isEqualTo(100);
        assertThat(live.quantile(Group.B, 0.95).orElseThrow()).isCloseTo(95, withinPercentage(0.1));
        live.add(timing(Group.B, Outcome.SKIPPED, 0));
        assertThat(live.quantile(Group.B, 0.95)).hasValue(Double.POSITIVE_INFINITY);
    }
}
