package io.deskmeter.controller.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.operation.Group;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunVerdictTest {
    private static final String BROKEN =
            "p95 of group A was 1.32 s at 18 sessions (threshold 1 s), mostly calc/compute";

    @Test
    void saysTheCapacityInOneSentence() {
        assertThat(verdict(17, true, BROKEN).sentence()).isEqualTo("This platform holds 17 sessions: " + BROKEN + ".");
        assertThat(verdict(1, true, BROKEN).sentence()).startsWith("This platform holds 1 session: ");
        assertThat(verdict(0, true, BROKEN).sentence())
                .startsWith("This platform cannot carry the smallest load measured: p95 of group A");
        assertThat(verdict(3, false, "all 3 sessions passed; no larger load failed")
                        .sentence())
                .isEqualTo("This platform holds at least 3 sessions: all 3 sessions passed; no larger load failed.");
        assertThat(verdict(0, false, "no load point was measured").sentence())
                .isEqualTo("No capacity was found: no load point was measured.");
    }

    @Test
    void namesWhatLimited() {
        Capacity capacity = new Capacity(17, new Interval(17, 17), true, BROKEN);
        LimitingFactor limit = new LimitingFactor(Group.A, 1320, 1000, 90, 0, "office/calc", "compute", 0.8);
        RunVerdict verdict = RunVerdict.of(capacity, true, limit, null, List.of());
        assertThat(verdict.limitedBy()).isEqualTo("A");
        assertThat(verdict.limitedByOperation()).isEqualTo("office/calc/compute");
        LimitingFactor skipped = new LimitingFactor(Group.A, Double.POSITIVE_INFINITY, 1000, 0, 0, "", "", 0);
        assertThat(RunVerdict.of(capacity, true, skipped, null, List.of()).limitedByOperation())
                .isNull();
    }

    @Test
    void anyReasonMakesItInvalid() {
        Capacity capacity = new Capacity(17, new Interval(17, 17), true, BROKEN);
        assertThat(RunVerdict.of(capacity, true, null, null, List.of()).valid()).isTrue();
        assertThat(RunVerdict.of(capacity, true, null, null, List.of("1 harness-error"))
                        .valid())
                .isFalse();
        assertThat(RunVerdict.unknown(List.of("stopped")).valid()).isFalse();
    }

    /**
     * A demo answered 0 [0..39], and its report said that the platform cannot carry the smallest load measured, which
     * had passed.
     */
    @Test
    void thatNothingIsKnownToHoldIsNotThatNothingHolds() {
        assertThat(verdict(0, true, true, BROKEN).sentence())
                .isEqualTo(
                        "It is not known whether this platform holds any number of sessions, as load points contradict"
                                + " each other: " + BROKEN + ".");
        assertThat(verdict(0, true, false, "no load point was judged").sentence())
                .startsWith("It is not known whether this platform holds any number of sessions");
        assertThat(verdict(0, true, true, BROKEN).capacity()).isZero();
    }

    private static RunVerdict verdict(int sessions, boolean broken, String reason) {
        return verdict(sessions, sessions > 0, broken, reason);
    }

    private static RunVerdict verdict(int sessions, boolean onePassed, boolean broken, String reason) {
        return RunVerdict.of(
                new Capacity(sessions, new Interval(0, Double.POSITIVE_INFINITY), broken, reason),
                onePassed,
                null,
                null,
                List.of());
    }
}
