package io.deskmeter.controller.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LossyPoint;
import io.deskmeter.controller.point.LossyPoint.Loss;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.workload.metric.Metric;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages show the samples that the verdict counts, as a distribution and of each session, and no better ones. */
class MetricLossTest {
    private static MetricSummary judged(LossyPoint point, Metric metric) {
        return point.judged().summary().metrics().stream()
                .filter(summary -> summary.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void countsWhatTheVerdictCounts(Loss loss) {
        LossyPoint point = LossyPoint.with(loss);
        for (Metric metric : LossyPoint.METRICS.metrics()) {
            MetricSummary whole = judged(point, metric);
            List<SampledSession> given = point.bySession(metric);
            MetricDistribution distribution = MetricDistribution.of(given);
            assertThat(distribution.count()).isEqualTo(whole.count());
            assertThat(distribution.failed()).isEqualTo(whole.failed());
            assertThat(distribution.unknown()).isEqualTo(whole.unknown());

            List<MetricSession> sessions = MetricSession.of(metric, given);
            assertThat(sessions).hasSize(LossyPoint.SESSIONS).allSatisfy(session -> {
                assertThat(session.count() * LossyPoint.SESSIONS).isEqualTo(whole.count());
                assertThat(session.failed() * LossyPoint.SESSIONS).isEqualTo(whole.failed());
                assertThat(session.unknown() * LossyPoint.SESSIONS).isEqualTo(whole.unknown());
                assertThat(session.value()).isEqualTo(Double.isFinite(whole.value()) ? whole.value() : null);
            });
        }
    }

    /** Higher similarities are the better ones: what was lost lies below all of them. */
    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"FAILED", "NOT_REACHED", "LOST"})
    void theDistributionBeginsAboveWhatWasLost(Loss loss) {
        List<MetricDistribution.MetricStep> steps = MetricDistribution.of(
                        LossyPoint.with(loss).bySession(LossyPoint.SIMILARITY))
                .steps();
        assertThat(steps.get(0).share()).isGreaterThan(LossyPoint.LOST / (double) LossyPoint.PLANNED);
        assertThat(steps.get(steps.size() - 1).share()).isEqualTo(1);
    }
}
