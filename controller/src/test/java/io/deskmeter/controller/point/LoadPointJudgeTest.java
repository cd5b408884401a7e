package io.deskmeter.controller.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.point.LossyPoint.Loss;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.validity.PacingStatistics;
import org.junit.jupiter.api.Test;

/** What a stored record adds to its timings. */
class LoadPointJudgeTest {
    private static PointAccount.Line samples(JudgedPoint point) {
        return point.summary().account().line(LossyPoint.UNRESPONSIVE.id()).orElseThrow();
    }

    @Test
    void sessionsThatWereThereWhenAPointEndedEarlyHadNoTimeForMore() {
        LossyPoint point = LossyPoint.with(Loss.NOT_DELIVERED);
        assertThat(samples(point.judged()).open()).isEqualTo(LossyPoint.LOST);

        PointAccount.Line early = samples(point.endedEarly());
        assertThat(early.open()).isZero();
        assertThat(early.planned()).isEqualTo(LossyPoint.PLANNED - LossyPoint.LOST);
    }

    @Test
    void sessionsThatWereLostOweTheirIterationsToAPointThatEndedEarly() {
        LossyPoint point = LossyPoint.with(Loss.LOST);
        assertThat(samples(point.endedEarly())).isEqualTo(samples(point.judged()));
        assertThat(samples(point.endedEarly()).count(Ending.LOST)).isEqualTo(LossyPoint.LOST);
    }

    @Test
    void aPointThatTheRunDidNotJudgeIsNotJudgedLater() {
        LossyPoint point = LossyPoint.without();
        assertThat(point.judged().summary().isJudged()).isTrue();
        assertThat(point.notJudged("the agent stood still").summary().isJudged())
                .isFalse();
        assertThat(point.notJudged("the agent stood still").summary().pass()).isFalse();
    }

    @Test
    void lostSessionsDoNotDeviateFromTheMixOfOperations() {
        assertThat(LossyPoint.without().judged().pacing().mixDeviation()).isZero();
        assertThat(LossyPoint.with(Loss.NOT_DELIVERED).judged().pacing().mixDeviation())
                .isEqualTo(0.2);
        assertThat(LossyPoint.with(Loss.LOST).judged().pacing().mixDeviation()).isNaN();
    }

    @Test
    void aPointThatEndedEarlyHasNoMixOfOperations() {
        PacingStatistics pacing =
                LossyPoint.with(Loss.NOT_DELIVERED).endedEarly().pacing();
        assertThat(pacing.mixDeviation()).isNaN();
        assertThat(pacing.deviating()).isEmpty();
    }
}
