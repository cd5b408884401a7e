package io.deskmeter.controller.columns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.deskmeter.controller.columns.Distribution.DistributionLine;
import io.deskmeter.controller.point.LossyPoint;
import io.deskmeter.controller.point.LossyPoint.Loss;
import io.deskmeter.controller.report.TimingPoint;
import io.deskmeter.measure.point.GroupSummary;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.Response;
import io.deskmeter.workload.operation.Group;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages show the distribution of the operations that the verdict counts, and no better one. */
class DistributionLossTest {
    private static RunColumns columns(LossyPoint point) {
        return RandomRun.columns(point.timings().stream()
                .map(timing -> new TimingPoint(1, true, timing))
                .toList());
    }

    @ParameterizedTest
    @EnumSource(Loss.class)
    void countsWhatTheVerdictCounts(Loss loss) {
        LossyPoint point = LossyPoint.with(loss);
        LoadPointSummary judged = point.judged().summary();
        for (GroupBy by : GroupBy.values()) {
            Distribution distribution = Distribution.of(columns(point), by, 1, at -> judged.withoutTiming());
            assertThat(distribution.lines()).hasSize(2);
            for (DistributionLine line : distribution.lines()) {
                GroupSummary group = judged.group(Group.valueOf(line.group()));
                assertThat(line.count()).isEqualTo(group.count());
                assertThat(line.failed()).isEqualTo(group.losses());
                assertThat(line.notDelivered()).isEqualTo(group.notDelivered());
                assertThat(line.p95Ms()).isEqualTo(Double.isInfinite(group.p95Ms()) ? null : group.p95Ms());
                assertThat(line.ecdf().get(line.ecdf().size() - 1).share())
                        .isEqualTo((group.count() - group.losses()) / (double) group.count());
            }
        }
    }

    /** Nothing came of an operation at all. */
    @Test
    void whatHasNoTimingHasALine() {
        LossyPoint point = LossyPoint.with(Loss.LOST);
        RunColumns nothing = RandomRun.columns(List.of());
        assertThat(Distribution.of(
                                nothing,
                                GroupBy.OPERATION,
                                1,
                                at -> point.judged().summary().withoutTiming())
                        .lines())
                .extracting(DistributionLine::key, DistributionLine::failed)
                .containsExactly(
                        tuple("office/calc/compute", LossyPoint.LOST), tuple("office/calc/open", LossyPoint.LOST));
    }

    /** Comparisons of stored runs read their responses from here. */
    @ParameterizedTest
    @EnumSource(
            value = Loss.class,
            names = {"FAILED", "NOT_REACHED", "SPOILT", "REASON_NOT_DELIVERED"})
    void responsesForComparisonsBelongToWhomTheVerdictChargesThem(Loss loss) {
        List<Double> ofA = columns(LossyPoint.with(loss)).responses(Set.of(1)).stream()
                .filter(response -> response.group() == Group.A)
                .map(Response::millis)
                .toList();
        double lost = loss.isOfPlatform() ? Double.POSITIVE_INFINITY : Double.NaN;
        assertThat(ofA).hasSize(LossyPoint.PLANNED);
        assertThat(ofA).filteredOn(millis -> millis.equals(lost)).hasSize(LossyPoint.LOST);
    }
}
