package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.probe.ProbeCounts;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Probes of a session in virtual time. The launch leaves at 3300 ms, and so does the key 1000 ms after its answer.
 * Whether the desktop responds is asked all the time, every 150 to 250 ms from 2550 ms on; here only what is asked
 * beside that is of interest.
 */
class SessionProbesTest {
    private static final long MS = 1_000_000;
    private static final Operation KEY =
            SessionFixture.operation("key", new Step.Keys(List.of("F5")), new Condition.Appears("late"));

    private final Probing probing = Probing.on();

    @TempDir
    private Path folder;

    /** The title appears so long after the launch, and nothing before it. */
    private SessionFixture quietFor(long millis) {
        SessionFixture fixture = new SessionFixture(folder).probing(probing);
        fixture.desktop.onLaunch(app ->
                fixture.screen.later(ms(millis), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.screen.onInput((screen, events) ->
                screen.later(ms(320), frame -> Mark.of("late").paint(frame, 30, 20)));
        return fixture.workload("office/writer", OPEN, KEY);
    }

    @Test
    void onAQuietScreenTheIntervalBeginsWithTheLastProbe() {
        SessionFixture fixture = quietFor(1272);
        fixture.screen.answerProbes(ms(2));
        fixture.start(1).finish();

        Timing open = fixture.timing("open");
        assertThat(open.responseNanos()).isEqualTo(1272 * MS);
        assertThat(open.lastWithoutAt()).isEqualTo((3300 + 1250) * MS);
        assertThat(open.resolutionNanos()).isEqualTo(22 * MS);
        assertThat(fixture.timing("key").resolutionNanos()).isEqualTo(20 * MS);
        assertThat(probing.counts())
                .isEqualTo(new ProbeCounts(fixture.screen.probes().size(), 0, 0));
        assertThat(fixture.time.pending()).isZero();
    }

    /** Those that left while an answer was waited for. */
    private static List<Long> probes(SessionFixture fixture) {
        return fixture.screen.probes().stream()
                .filter(at ->
                        fixture.timings.stream().anyMatch(timing -> timing.firedAt() < at && at < timing.shownAt()))
                .toList();
    }

    @Test
    void aProbeWhoseAnswerComesAfterTheFrameDoesNotCount() {
        SessionFixture fixture = quietFor(1251);
        fixture.screen.answerProbes(ms(2));
        fixture.start(1).finish();

        assertThat(fixture.timing("open").resolutionNanos()).isEqualTo(51 * MS);
    }

    @Test
    void theAnswerIsKnownHoweverLateTheSessionHears() {
        SessionFixture fixture = quietFor(1272);
        fixture.screen.answerProbes(ms(2)).deliverAfter(ms(10));
        fixture.start(1).finish();

        assertThat(fixture.timing("open").responseNanos()).isEqualTo(1272 * MS);
        assertThat(fixture.timing("open").resolutionNanos()).isEqualTo(22 * MS);
    }

    @Test
    void probesAreSentTwentyTimesASecondWhileAnAnswerIsWaitedForAndFiveTimesElse() {
        SessionFixture fixture = quietFor(1272);
        fixture.screen.answerProbes(ms(0));
        fixture.start(1).finish();

        List<Long> waited = probes(fixture);
        assertThat(waited).hasSize(25 + 6);
        List<Long> all = fixture.screen.probes();
        for (int i = 1; i < all.size(); i++) {
            long pause = all.get(i) - all.get(i - 1);
            assertThat(pause).isGreaterThanOrEqualTo(50 * MS);
            if (!waited.contains(all.get(i))) {
                assertThat(pause).isBetween(150 * MS, 250 * MS);
            }
        }
    }

    @Test
    void aScreenThatChangesIsNotProbedMoreOftenThanOthers() {
        SessionFixture fixture = quietFor(1272);
        fixture.screen.answerProbes(ms(2));
        fixture.start(1);
        for (long at = 3010; at < 8000; at += 40) {
            int x = (int) (at / 40 % 60);
            fixture.screen.later(ms(at), frame -> {
                frame.pixels()[47 * 64 + x] ^= 0xFFFFFF;
                return new Rect(x, 47, 1, 1);
            });
        }
        fixture.finish();

        assertThat(fixture.timing("open").outcome()).isEqualTo(Outcome.OK);
        List<Long> all = fixture.screen.probes();
        for (int i = 1; i < all.size(); i++) {
            assertThat(all.get(i) - all.get(i - 1)).isBetween(150 * MS, 250 * MS);
        }
    }

    @Test
    void aServerThatNeverAnswersGetsOneProbeAndIsCounted() {
        SessionFixture fixture = quietFor(7000);
        fixture.screen.ignoreProbes();
        fixture.start(1).finish();

        assertThat(fixture.timings).hasSize(2).allMatch(timing -> timing.outcome() == Outcome.OK);
        assertThat(fixture.timing("open").responseNanos()).isEqualTo(7000 * MS);
        assertThat(fixture.timing("open").resolutionNanos()).isEqualTo(7000 * MS);
        assertThat(fixture.screen.probes()).containsExactly(2550 * MS);
        assertThat(probing.counts()).isEqualTo(new ProbeCounts(0, 0, 1));
        assertThat(fixture.time.pending()).isZero();
    }

    @Test
    void anAnswerThatComesLateIsTheEndOfTheWait() {
        SessionFixture fixture = quietFor(7000);
        fixture.screen.answerProbes(ms(2)).stopped(ms(3340), ms(9350));
        fixture.start(1).finish();

        assertThat(fixture.timing("open").lastWithoutAt()).isEqualTo(10_252 * MS);
        assertThat(fixture.screen.probes()).contains(3350 * MS).noneMatch(at -> 3350 * MS < at && at < 9352 * MS);
        assertThat(probing.counts().unanswered()).isEqualTo(1);
    }

    @Test
    void aScreenThatCannotIsAskedOnce() {
        SessionFixture fixture = quietFor(1272);
        fixture.start(1).finish();

        assertThat(fixture.timing("open").resolutionNanos()).isEqualTo(1272 * MS);
        assertThat(probing.counts()).isEqualTo(new ProbeCounts(0, 0, 0));
    }

    @Test
    void nothingIsSentWhereProbesAreSwitchedOff() {
        SessionFixture fixture = quietFor(1272).probing(Probing.off());
        fixture.screen.answerProbes(ms(2));
        fixture.start(1).finish();

        assertThat(fixture.timing("open").resolutionNanos()).isEqualTo(1272 * MS);
        assertThat(fixture.screen.probes()).isEmpty();
    }
}
