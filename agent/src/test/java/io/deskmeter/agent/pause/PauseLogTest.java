package io.deskmeter.agent.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PauseLogTest {
    private static final long MS = 1_000_000;

    private long now = 1_000 * MS;
    private long waited;
    private final PauseLog log = new PauseLog(10 * MS, () -> now);
    private final PauseLog inSession = new PauseLog(10 * MS, () -> now, () -> waited);

    private void beatAfter(long millis) {
        beatAfter(millis, log);
    }

    private void beatAfter(long millis, PauseLog beating) {
        now += millis * MS;
        beating.beat();
    }

    @Test
    void aPauseOverlapsWhatBeganBeforeItsEndAndEndedAfterItsBegin() {
        log.begin();
        beatAfter(10);
        long begin = now;
        beatAfter(5_010);
        long end = now;
        beatAfter(10);

        assertThat(log.longest(begin - 3, begin - 2)).isZero();
        assertThat(log.longest(begin - 1, begin + 1)).isEqualTo(5_000 * MS);
        assertThat(log.longest(begin + 1, end - 1)).isEqualTo(5_000 * MS);
        assertThat(log.longest(end - 1, end + 5 * MS)).isEqualTo(5_000 * MS);
        assertThat(log.longest(end + 1, end + 2)).isZero();
    }

    @Test
    void aPauseWithinTheBoundSpoilsNothingAndIsTold() {
        log.begin();
        beatAfter(10 + 250);

        assertThat(log.longest(0, now)).isZero();
        assertThat(log.takeLongest()).isEqualTo(250 * MS);
        beatAfter(10);
        assertThat(log.takeLongest()).as("since the last call; known, but none").isEqualTo(1);

        beatAfter(10 + 251);
        assertThat(log.longest(0, now)).isEqualTo(251 * MS);
    }

    /** When a stopped process continues, a session may record its operation before the watching thread runs. */
    @Test
    void aPauseThatIsNotNoticedYetCounts() {
        log.begin();
        beatAfter(10);
        long firedAt = now - 100 * MS;
        now += 5_010 * MS;

        assertThat(log.longest(firedAt, now)).isEqualTo(5_000 * MS);
        assertThat(log.longest(firedAt, firedAt + 1)).as("it had ended before").isZero();
        assertThat(log.takeLongest()).isEqualTo(5_000 * MS);
    }

    /** There the machine is under test: what it does not give the agent, it does not give the user either. */
    @Test
    void waitingForTheCpuOfTheMachineUnderTestIsNoPause() {
        inSession.begin();
        waited += 4_900 * MS;
        beatAfter(5_010, inSession);

        assertThat(inSession.longest(0, now)).isZero();
        assertThat(inSession.takeLongest()).isEqualTo(100 * MS);

        waited += 10 * MS;
        beatAfter(5_010, inSession);
        assertThat(inSession.longest(0, now)).isEqualTo(4_990 * MS);
    }

    /**
     * A session runs again, and the watching thread does not yet: what it waited for tells whether that was a pause.
     */
    @ParameterizedTest
    @ValueSource(longs = {0, 4_990})
    void whoeverAsksFirstGetsTheAnswerOfTheBeatThatIsDue(long waitedMillis) throws Exception {
        inSession.begin();
        beatAfter(10, inSession);
        long firedAt = now - 100 * MS;
        now += 5_010 * MS;
        assertThat(inSession.takeLongest()).as("of what is known").isEqualTo(1);

        FutureTask<Long> asked = new FutureTask<>(() -> inSession.longest(firedAt, now));
        Thread session = new Thread(asked);
        session.start();
        await().until(() -> session.getState() == Thread.State.TIMED_WAITING || asked.isDone());
        waited += waitedMillis * MS;
        inSession.beat();
        assertThat(asked.get()).isEqualTo(waitedMillis == 0 ? 5_000 * MS : 0);
    }

    /** Others run, so the process does not stand still. */
    @Test
    void aBeatThatDoesNotComeHasNoCpu() {
        PauseLog starved = new PauseLog(10 * MS, () -> now, () -> waited, Duration.ofMillis(1));
        starved.begin();
        long firedAt = now;
        now += 5_010 * MS;
        assertThat(starved.longest(firedAt, now)).isZero();
    }

    @Test
    void whatIsNotWatchedIsUnknown() {
        assertThat(log.takeLongest()).isZero();
        log.begin();
        log.end();
        now += 5_000 * MS;
        assertThat(log.longest(0, now)).isZero();
        assertThat(log.takeLongest()).isZero();
    }
}
