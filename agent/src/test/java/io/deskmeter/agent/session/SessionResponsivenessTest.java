package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.measure.timing.Sample;
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
 * What a session learns of a desktop that stops between its operations, in virtual time. The session begins at 2300 ms,
 * launches at 3300 ms, and sends a key 1000 ms after the answer at 4000 ms; that is answered after 320 ms.
 */
class SessionResponsivenessTest {
    private static final long MS = 1_000_000;
    private static final Operation KEY =
            SessionFixture.operation("key", new Step.Keys(List.of("F5")), new Condition.Appears("late"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private SessionFixture fixture() {
        SessionFixture fixture = new SessionFixture(folder);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(700), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.screen.onInput((screen, events) ->
                screen.later(ms(320), frame -> Mark.of("late").paint(frame, 30, 20)));
        fixture.screen.answerProbes(ms(2));
        return fixture.workload("office/writer", OPEN, KEY);
    }

    @Test
    void aStopBetweenOperationsIsSeenThoughNobodyWaits() {
        SessionFixture fixture = fixture();
        fixture.screen.stopped(ms(4_100), ms(4_900));
        fixture.start(1).finish();

        assertThat(fixture.timings).allMatch(timing -> timing.responseNanos() <= 700 * MS);
        assertThat(fixture.ofIterations).hasSize(1);
        Sample sample = fixture.ofIterations.get(0);
        Timing last = fixture.timings.get(1);
        assertThat(sample.timing()).isEqualTo(Sample.NO_TIMING);
        assertThat(sample.iteration()).isZero();
        assertThat(sample.workload()).isEmpty();
        assertThat(sample.operation()).isEmpty();
        assertThat(sample.to()).isEqualTo(last.shownAt());
        double seconds = (sample.to() - sample.from()) / 1e9;
        assertThat(sample.value()).isCloseTo(80 / seconds, within(sample.uncertainty() + 0.1));
        assertThat(sample.uncertainty()).isLessThan(5);
    }

    @Test
    void eachIterationGivesOneAndTheyLeaveNoGap() {
        SessionFixture fixture = fixture().start(3).finish();

        assertThat(fixture.ofIterations)
                .hasSize(3)
                .allSatisfy(sample -> assertThat(sample.value()).isZero());
        assertThat(fixture.ofIterations).extracting(Sample::iteration).containsExactly(0, 1, 2);
        for (int i = 1; i < 3; i++) {
            assertThat(fixture.ofIterations.get(i).from())
                    .isEqualTo(fixture.ofIterations.get(i - 1).to());
        }
    }

    @Test
    void anIterationWhoseOperationsFailGivesOneToo() {
        SessionFixture fixture = fixture();
        fixture.workload(
                "office/calc",
                SessionFixture.operation("open", new Step.Launch(), new Condition.Appears("never")),
                KEY);
        fixture.start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "key ok", "open timeout", "key skipped");
        assertThat(fixture.ofIterations).hasSize(1);
        assertThat(fixture.ofIterations.get(0).value()).isZero();
    }

    @Test
    void anIterationThatTheLossOfTheDesktopCutsOffGivesNone() {
        SessionFixture fixture = fixture().start(2).pass(3_500);
        fixture.screen.lose("gone");
        fixture.finish();

        assertThat(fixture.ofIterations).isEmpty();
    }

    @Test
    void askedFiveTimesASecondWhateverTheSessionDoes() {
        SessionFixture fixture = fixture();
        for (long at = 310; at < 8_000; at += 40) {
            int x = (int) (at / 40 % 60);
            fixture.screen.later(ms(at), frame -> {
                frame.pixels()[47 * 64 + x] ^= 0xFFFFFF;
                return new Rect(x, 47, 1, 1);
            });
        }
        fixture.start(1).finish();

        List<Long> probes = fixture.screen.probes();
        assertThat(probes).hasSizeGreaterThan(15);
        for (int i = 1; i < probes.size(); i++) {
            assertThat(probes.get(i) - probes.get(i - 1)).isLessThanOrEqualTo(250 * MS);
        }
    }

    @Test
    void onAScreenThatAnswersNoProbesItIsUnknown() {
        SessionFixture fixture = new SessionFixture(folder);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(700), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.workload("office/writer", OPEN).start(1).finish();

        assertThat(fixture.ofIterations).hasSize(1);
        assertThat(fixture.ofIterations.get(0).unknown()).isEqualTo("the screen answers no probes");
    }

    @Test
    void whereProbesAreSwitchedOffItIsUnknown() {
        SessionFixture fixture = fixture().probing(Probing.off()).start(1).finish();

        assertThat(fixture.ofIterations.get(0).unknown()).isEqualTo("probes are switched off");
    }
}
