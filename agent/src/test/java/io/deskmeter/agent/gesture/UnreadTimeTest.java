package io.deskmeter.agent.gesture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How long a gesture could not be read. */
class UnreadTimeTest {
    private static final long MILLI = 1_000_000;

    private final UnreadTime unread = new UnreadTime("the picture was not recognised");

    /** Each step comes in three pieces: the first two show two moments at once. */
    @Test
    void piecesThatStayForMillisecondsAreNoReason() {
        for (int step = 0; step < 20; step++) {
            unread.see(100L * step * MILLI, false);
            unread.see((100L * step + 2) * MILLI, false);
            unread.see((100L * step + 4) * MILLI, true);
        }

        assertThat(unread.problem(0, 2_000 * MILLI)).isEmpty();
    }

    @Test
    void oneFrameThatStaysIs() {
        for (int step = 0; step < 17; step++) {
            unread.see(100L * step * MILLI, true);
        }
        unread.see(1_700 * MILLI, false);

        assertThat(unread.problem(0, 2_000 * MILLI))
                .isEqualTo("the picture was not recognised for 300 of 2000 ms (bound: 10 %)");
    }

    @Test
    void whatIsSeenBeforeAndAfterTheGestureDoesNotCount() {
        unread.see(-5_000 * MILLI, false);
        unread.see(0, true);
        unread.see(2_000 * MILLI, false);
        unread.see(9_000 * MILLI, false);

        assertThat(unread.problem(0, 2_000 * MILLI)).isEmpty();
    }

    @Test
    void withoutAFrameNothingIsKnown() {
        assertThat(unread.problem(0, 2_000 * MILLI)).isEqualTo("no frame came");
    }
}
