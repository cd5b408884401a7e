package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operations {@code settles} of a server that hangs after a change: its silence must not count as rest. In virtual time: the launch leaves at 3300 ms, the key at 4400 ms, and the region changes at
 * 4700 ms; so it would have settled at 5200 ms.
 */
class SettlesOfSilentServerTest {
    private static final long MS = 1_000_000;
    private static final Condition SETTLES =
            new Condition.Settles(new Region.Band(Region.Edge.BOTTOM, 10), 4, Duration.ofMillis(500));
    private static final Step PRESS = new Step.Keys(List.of("F5"));
    private static final Operation KEY = SessionFixture.operation("key", PRESS, SETTLES);

    @TempDir
    private Path folder;

    private final Probing probing = Probing.on();

    /** The region changes so long after the key. */
    private SessionFixture changing(long... millis) {
        SessionFixture fixture = new SessionFixture(folder).probing(probing);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.screen.onInput((screen, events) -> {
            for (long after : millis) {
                screen.later(ms(after), frame -> paint(frame.pixels(), (int) after));
            }
        });
        fixture.screen.answerProbes(ms(2));
        return fixture;
    }

    private static Rect paint(int[] pixels, int colour) {
        for (int x = 0; x < 8; x++) {
            pixels[47 * 64 + x] = colour;
        }
        return new Rect(0, 47, 8, 1);
    }

    /** Reproducer: it was ok, with the last change that had come before the server hung. */
    @Test
    void silenceWithoutAnAnswerIsNoRest() {
        SessionFixture fixture = changing(300).workload("office/writer", OPEN, KEY);
        fixture.screen.stopped(ms(4750), ms(60_000));
        fixture.start(1).finish();

        Timing key = fixture.timing("key");
        assertThat(key.outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(key.detail())
                .startsWith("until: not settled within 10.0 s: the server has not answered for 10 s, so nothing tells"
                        + " whether the picture is at rest (expected: ");
    }

    @Test
    void anAnswerThatComesLateProvesTheRestWithTheTimeOfItsChange() {
        SessionFixture fixture = changing(300).workload("office/writer", OPEN, KEY);
        fixture.screen.stopped(ms(4750), ms(6000));
        fixture.start(1).finish();

        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("key").responseNanos()).isEqualTo(300 * MS);
    }

    @Test
    void aChangeThatComesWithTheLateAnswerIsTheResponse() {
        SessionFixture fixture = changing(300, 1450).workload("office/writer", OPEN, KEY);
        fixture.screen.stopped(ms(4750), ms(6000));
        fixture.start(1).finish();

        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("key").responseNanos()).isEqualTo(1450 * MS);
    }

    @Test
    void aServerThatAnswersDelaysNothing() {
        SessionFixture fixture = changing(300).workload("office/writer", OPEN, KEY);
        fixture.start(1).finish();

        assertThat(fixture.timing("key").responseNanos()).isEqualTo(300 * MS);
    }

    /** Frames prove it, too: where the rest of the screen changes all the time, hardly any probe is sent. */
    @Test
    void aRegionSettlesWhileTheRestOfTheScreenChanges() {
        SessionFixture fixture = changing(300).workload("office/writer", OPEN, KEY);
        fixture.screen.stopped(ms(3000), ms(60_000));
        fixture.start(1);
        for (long at = 3010; at < 8000; at += 40) {
            int colour = (int) at;
            fixture.screen.later(ms(at), frame -> {
                frame.pixels()[0] = colour;
                return new Rect(0, 0, 1, 1);
            });
        }
        fixture.finish();

        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("key").responseNanos()).isEqualTo(300 * MS);
    }

    /** The steps before an operation wait in the same way. */
    @Test
    void anAwaitOfASilentServerIsNotDone() {
        Step.Await rest = new Step.Await(new Until(SETTLES, Duration.ofSeconds(10)));
        Operation second = SessionFixture.operation(
                "second",
                List.of(PRESS, rest),
                PRESS,
                new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 4));
        SessionFixture fixture = changing(300).workload("office/writer", OPEN, second);
        fixture.screen.stopped(ms(4750), ms(60_000));
        fixture.start(1).finish();

        assertThat(fixture.timing("second").outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(fixture.timing("second").detail())
                .startsWith("before: not settled in time: the server has not answered for 10 s");
    }
}
