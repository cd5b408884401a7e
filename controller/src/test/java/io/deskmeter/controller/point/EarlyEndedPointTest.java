package io.deskmeter.controller.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LossyPoint.Loss;
import io.deskmeter.measure.Ending;
import io.deskmeter.measure.PointAccount;
import org.junit.jupiter.api.Test;

/** What sessions owe to a load point that was stopped because it had failed already. */
class EarlyEndedPointTest {
    private static PointAccount.Line samples(JudgedPoint point) {
        return point.summary().account().line(LossyPoint.UNRESPONSIVE.id()).orElseThrow();
    }

    @Test
    void sessionsThatWereThereHadNoTimeForMore() {
        LossyPoint point = LossyPoint.with(Loss.NOT_DELIVERED);
        assertThat(samples(point.judged()).open()).isEqualTo(LossyPoint.LOST);

        PointAccount.Line early = samples(point.endedEarly());
        assertThat(early.open()).isZero();
        assertThat(early.planned()).isEqualTo(LossyPoint.PLANNED - LossyPoint.LOST);
    }

    @Test
    void sessionsThatWereLostOweTheirIterations() {
        LossyPoint point = LossyPoint.with(Loss.LOST);
        assertThat(samples(point.endedEarly())).isEqualTo(samples(point.judged()));
        assertThat(samples(point.endedEarly()).count(Ending.LOST)).isEqualTo(LossyPoint.LOST);
    }
}
