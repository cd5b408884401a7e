package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operations {@code settles} of a server that hangs after a change: its silence must not count as rest. In virtual
 * time: the launch leaves at 3300 ms, the key at 4400 ms, and the region changes at 4700 ms; so it would have settled
 * at 5200 ms.
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

    /**
     * Reproducer: the quiet time ended while the server stood still, and the first answer after it proved it, 300 ms
     * before the next change.
     */
    @Test
    void aChangeSoonAfterTheServerStoodStillIsTheResponse() {
        SessionFixture fixture = changing(300, 1900).workload("office/writer", OPEN, KEY);
        fixture.screen.stopped(ms(4750), ms(6000));
        fixture.start(1).finish();

        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("key").responseNanos()).isEqualTo(1900 * MS);
    }

    /** Reproducer: the part that came last took the place of the silence that proves the other one. */
    @Test
    void aRestThatIsOneOfSeveralConditionsIsProvedAsOneThatIsAlone() {
        Condition both =
                new Condition.All(List.of(SETTLES, new Condition.Changes(new Region.Band(Region.Edge.TOP, 4), 1)));
        SessionFixture fixture =
                changing(300, 1900).workload("office/writer", OPEN, SessionFixture.operation("key", PRESS, both));
        fixture.screen.stopped(ms(4750), ms(6000));
        fixture.start(1);
        fixture.screen.later(ms(6010), frame -> {
            frame.pixels()[0] = 7;
            return new Rect(0, 0, 1, 1);
        });
        fixture.finish();

        assertThat(fixture.timing("key").responseNanos()).isEqualTo(1900 * MS);
    }

    /** Reproducer: two frames of the rest of the screen proved it, which the server had sent before. */
    @Test
    void framesThatCameLateProveNothing() {
        SessionFixture fixture = changing(300, 1900).workload("office/writer", OPEN, KEY);
        fixture.screen.stopped(ms(4750), ms(6020));
        fixture.start(1);
        for (long at = 6000; at < 6008; at += 2) {
            int colour = (int) at;
            fixture.screen.later(ms(at), frame -> {
                frame.pixels()[0] = colour;
                return new Rect(0, 0, 1, 1);
            });
        }
        fixture.finish();

        assertThat(fixture.timing("key").responseNanos()).isEqualTo(1900 * MS);
    }

    /** A slow line is no reason to wait for longer. */
    @Test
    void answersThatAllTakeLongDelayNothing() {
        SessionFixture fixture = changing(300, 1900).workload("office/writer", OPEN, KEY);
        fixture.screen.answerProbes(ms(400));
        fixture.start(1).finish();

        assertThat(fixture.timing("key").responseNanos()).isEqualTo(300 * MS);
    }

    @Test
    void aServerThatAnswersDelaysNothing() {
        SessionFixture fixture = changing(300).workload("office/writer", OPEN, KEY);
        fixture.start(1).finish();

        assertThat(fixture.timing("key").responseNanos()).isEqualTo(300 * MS);
    }

    /** Frames prove nothing, so probes are sent between them. */
    @Test
    void aRegionSettlesWhileTheRestOfTheScreenChanges() {
        SessionFixture fixture = changing(300).workload("office/writer", OPEN, KEY);
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

    /**
     * Reproducer: that all input had been sent was told twice, and what the server had stood still in between was
     * forgotten: ok, though the change was undone.
     */
    @Test
    void whatWasTrueBeforeTheLastInputHasToStayTrueWhileTheServerAnswers() {
        int[] inputs = {0};
        SessionFixture fixture = changing();
        fixture.screen.onInput((screen, events) -> {
            if (inputs[0]++ == 0) {
                screen.later(ms(100), frame -> paint(frame.pixels(), 7));
                screen.later(ms(1750), frame -> {
                    frame.pixels()[0] = 7;
                    return new Rect(0, 0, 1, 1);
                });
                screen.later(ms(2000), frame -> paint(frame.pixels(), 0));
                screen.later(ms(2800), frame -> paint(frame.pixels(), 7));
            }
        });
        Operation twice = SessionFixture.operation(
                "twice",
                List.of(),
                List.of(PRESS, new Step.Wait(ms(300)), PRESS, new Step.Wait(ms(1500))),
                new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 4));
        fixture.workload("office/writer", OPEN, twice);
        fixture.screen.stopped(ms(4750), ms(6100));
        fixture.start(1).finish();

        assertThat(fixture.timing("twice").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("twice").responseNanos()).isEqualTo(2800 * MS);
    }

    /**
     * Reproducer: a timeout, as the server had answered too seldom. It answers at once, and then, for 24 s, far later
     * than it is known to be able to.
     */
    @Test
    void aServerThatLooksAtItsDesktopEveryThreeSecondsIsSlowAndNotSilent() {
        SessionFixture fixture = changing(2102).workload("office/writer", OPEN, KEY);
        for (long at = 3500; at < 60_000; at += 3000) {
            fixture.screen.stopped(ms(at), ms(at + 3000));
        }
        fixture.start(1).finish();

        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("key").responseNanos()).isEqualTo(2102 * MS);
    }

    /** Servers that are slow in other ways, from half a second to three seconds, at all phases. */
    @Test
    void slowServersLoseNoOperation() {
        for (long period : List.of(30L, 100L, 300L, 500L, 1000L, 1700L, 3000L)) {
            for (long phase = 0; phase < 5; phase++) {
                String name = period + "-" + phase;
                SessionFixture fixture = new SessionFixture(folder.resolve(name)).probing(Probing.on());
                long first = 3301 + phase * period / 5;
                fixture.desktop.onLaunch(app -> fixture.screen.later(
                        ms(first - 3300), frame -> Mark.of("title").paint(frame, 10, 5)));
                fixture.screen.answerProbes(ms(2)).onInput((screen, events) -> {
                    long now = fixture.time.nanoTime() / MS;
                    long look = first + (now - first + period) / period * period;
                    screen.later(ms(look - now), frame -> paint(frame.pixels(), 7));
                });
                for (long at = first; at < 90_000; at += period) {
                    fixture.screen.stopped(ms(at), ms(at + period));
                }
                fixture.workload("office/writer", OPEN, KEY).start(1).finish();
                assertThat(fixture.timing("key").outcome())
                        .as(name + fixture.timings)
                        .isEqualTo(Outcome.OK);
                assertThat(fixture.timing("key").responseNanos()).as(name).isLessThanOrEqualTo(period * MS);
            }
        }
    }

    /** Reproducer: a timeout, as the server had answered too seldom, though it had answered all the time. */
    @Test
    void aLongQuietTimeAfterALateChangeIsAwaited() {
        Condition settles = new Condition.Settles(new Region.Band(Region.Edge.BOTTOM, 10), 4, Duration.ofSeconds(20));
        Operation key = new Operation(
                "key",
                Group.A,
                List.of(new Operation.Occurrence(
                        List.of(), List.of(PRESS), new Until(settles, Duration.ofSeconds(30)))));
        SessionFixture fixture = changing(25_000).workload("office/writer", OPEN, key);
        fixture.start(1).finish();

        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("key").responseNanos()).isEqualTo(25_000 * MS);
    }

    /**
     * Reproducer: a timeout. The server stood still while a text was typed, before the rest was awaited, which was made
     * longer by that.
     */
    @Test
    void aStopBeforeARestIsAwaitedDoesNotMakeItLonger() {
        Step.Await rest = new Step.Await(new Until(SETTLES, Duration.ofSeconds(5)));
        Operation second = SessionFixture.operation(
                "second",
                List.of(new Step.Type("a".repeat(31), Optional.of(Duration.ofSeconds(1))), rest),
                PRESS,
                new Condition.Changes(new Region.Band(Region.Edge.BOTTOM, 10), 4));
        int[] inputs = {0};
        SessionFixture fixture = changing().workload("office/writer", OPEN, second);
        fixture.screen
                .onInput((screen, events) ->
                        screen.later(ms(100), frame -> paint(frame.pixels(), inputs[0]++ == 31 ? 7 : 0)))
                .stopped(ms(4750), ms(27_000));
        fixture.start(1).finish();

        assertThat(fixture.timing("second").outcome()).isEqualTo(Outcome.OK);
        assertThat(fixture.timing("second").intendedAt()).isLessThan(36_000 * MS);
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
