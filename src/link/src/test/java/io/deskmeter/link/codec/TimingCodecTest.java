package io.deskmeter.link.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.operation.Group;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TimingCodecTest {
    @ParameterizedTest
    @EnumSource(Outcome.class)
    void everyOutcomeTravels(Outcome outcome) {
        Timing timing = timing(Group.A, outcome, Timing.NEVER);
        assertThat(TimingCodec.decode(TimingCodec.encode("r1", timing))).isEqualTo(timing);
    }

    @ParameterizedTest
    @EnumSource(Group.class)
    void everyGroupTravels(Group group) {
        Timing timing = timing(group, Outcome.OK, 7_000_000_001L);
        TimingRecord record = TimingCodec.encode("r1", timing);
        assertThat(record.getRunId()).isEqualTo("r1");
        assertThat(TimingCodec.decode(record)).isEqualTo(timing);
    }

    @Test
    void unknownValuesAreRefusedWithAClearMessage() {
        TimingRecord good = TimingCodec.encode("r1", timing(Group.B, Outcome.OK, 5));
        assertThatThrownBy(
                        () -> TimingCodec.decode(good.toBuilder().setGroup("Z").build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("group: Z (expected: one of [A, B, C])");
        assertThatThrownBy(() -> TimingCodec.decode(
                        good.toBuilder().setOutcome("perhaps").build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("outcome: perhaps (expected: one of ok, timeout, ");
    }

    private static Timing timing(Group group, Outcome outcome, long shownAt) {
        return Timing.builder("office-writer", "open", group, outcome)
                .session(3)
                .sequence(41)
                .iteration(2)
                .wallFiredAt(Instant.parse("2026-03-01T10:00:00.123456Z"))
                .thinkNanos(2_000_000_000L)
                .intendedAt(-5)
                .firedAt(6)
                .lastWithoutAt(7)
                .shownAt(shownAt)
                .detail("why")
                .handled(3)
                .build();
    }
}
