package io.deskmeter.bench.ue.many;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class MoveLatenessTest {
    private static final long MILLI = 1_000_000;
    private static final Offset<Double> ROUNDING = within(1e-9);

    private final MoveLateness lateness = new MoveLateness(10 * MILLI, 4);

    @Test
    void theEarliestMoveTellsWhenAllWereDue() {
        lateness.released(List.of(103 * MILLI, 110 * MILLI, 120 * MILLI, 137 * MILLI));

        double[] late = lateness.millis();
        assertThat(late).hasSize(4);
        assertThat(late[0]).isEqualTo(0);
        assertThat(late[1]).isEqualTo(0);
        assertThat(late[2]).isCloseTo(3, ROUNDING);
        assertThat(late[3]).isCloseTo(7, ROUNDING);
    }

    @Test
    void aTrialIsNoDrag() {
        lateness.released(List.of(1 * MILLI));

        assertThat(lateness.drags()).isZero();
        assertThat(lateness.atOnce()).isZero();
    }

    @Test
    void dragsThatOverlapAreAtOnce() {
        lateness.released(List.of(0L, 10 * MILLI, 20 * MILLI, 30 * MILLI));
        lateness.released(List.of(25 * MILLI, 35 * MILLI, 45 * MILLI, 55 * MILLI));
        lateness.released(List.of(50 * MILLI, 60 * MILLI, 70 * MILLI, 80 * MILLI));

        assertThat(lateness.drags()).isEqualTo(3);
        assertThat(lateness.atOnce()).isEqualTo(2);
    }
}
