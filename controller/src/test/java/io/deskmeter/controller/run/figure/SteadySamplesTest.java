package io.deskmeter.controller.run.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadySamplesTest {
    private static final long SECOND = 1_000_000_000;

    private final SteadySamples samples = new SteadySamples(new MetricPlan(
            List.of(MetricSource.VIDEO_START.metric(), MetricSource.AV_SKEW.metric()),
            List.of(
                    new SampledOperation("av/sync", "play", "video-start"),
                    new SampledOperation("av/sync", "play", "av-skew"))));

    private static Timing play(int sequence, Outcome outcome) {
        boolean ok = outcome == Outcome.OK;
        return Timing.builder("av/sync", "play", Group.C, outcome)
                .session(3)
                .sequence(sequence)
                .iteration(1)
                .intendedAt(0)
                .firedAt(0)
                .lastWithoutAt(ok ? 20 * SECOND : Timing.NEVER)
                .shownAt(ok ? 20 * SECOND : Timing.NEVER)
                .build();
    }

    private static Sample sample(int timing, String metric, int number) {
        return Sample.builder(metric)
                .session(3)
                .sequence(number)
                .iteration(1)
                .operation("av/sync", "play")
                .timing(timing)
                .during(0, 1)
                .value(4, 1)
                .build();
    }

    @Test
    void oneForEachSecondIsAwaited() {
        samples.add(play(1, Outcome.OK));
        assertThat(samples.missing(3)).isEqualTo(21);
        samples.add(sample(1, "video-start", 1));
        for (int second = 0; second < 19; second++) {
            samples.add(sample(1, "av-skew", 2 + second));
        }
        assertThat(samples.missing(3)).isEqualTo(1);
        assertThat(samples.incompleteSessions()).containsExactly(3);
        samples.add(sample(1, "av-skew", 21));
        assertThat(samples.missing(3)).isZero();
        assertThat(samples.list()).hasSize(21);
    }

    @Test
    void noneIsAwaitedOfAnOperationThatFailed() {
        samples.add(play(1, Outcome.TIMEOUT));
        assertThat(samples.missing(3)).isZero();
        assertThat(samples.incompleteSessions()).isEmpty();
    }
}
