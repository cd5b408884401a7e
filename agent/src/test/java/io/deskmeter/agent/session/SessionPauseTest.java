package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.CLOSE;
import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.TITLE_PLACE;
import static io.deskmeter.agent.session.SessionFixture.TYPE;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.pause.Pauses;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.result.PauseMarks;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.testkit.screen.Mark;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent measures while it stands still is its own fault. */
class SessionPauseTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    /** The application shows its title 100 ms after the launch, types after 50 ms and closes after 200 ms. */
    private SessionFixture fixture(Pauses pauses) {
        SessionFixture fixture = new SessionFixture(folder).pauses(pauses);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.screen.onInput((screen, events) -> {
            if (fixture.timings.size() == 2) {
                screen.later(ms(200), frame -> Mark.erase(frame, TITLE_PLACE));
            } else {
                screen.later(ms(50), frame -> Mark.of("text").paint(frame, 20, 36));
            }
        });
        return fixture.workload("office/writer", OPEN, TYPE, CLOSE);
    }

    private static Pauses pause(long fromMillis, long toMillis) {
        return (from, to) -> from <= toMillis * MS && to >= fromMillis * MS ? (toMillis - fromMillis) * MS : 0;
    }

    @Test
    void anOperationThatAPauseOverlappedIsAHarnessError() {
        SessionFixture usual = fixture(Pauses.NONE).start(1).finish();
        Timing type = usual.timing("type");
        assertThat(usual.outcomes()).containsExactly("open ok", "type ok", "close ok");

        long firedAt = type.firedAt() / MS;
        SessionFixture paused =
                fixture(pause(firedAt - 490, firedAt + 10)).start(1).finish();
        assertThat(paused.outcomes())
                .as("only the one during which it stood still; the session works on")
                .containsExactly("open ok", "type harness-error", "close ok");
        assertThat(paused.timing("type")).satisfies(marked -> {
            assertThat(marked.detail())
                    .isEqualTo("this agent stood still for 0.5 s during the operation (bound: 0.25 s); otherwise: ok");
            assertThat(marked.firedAt()).isEqualTo(type.firedAt());
            assertThat(marked.shownAt()).isEqualTo(Timing.NEVER);
            assertThat(marked.lastWithoutAt()).isEqualTo(Timing.NEVER);
        });
    }

    @Test
    void aPauseDuringAThinkTimeSpoilsNothing() {
        Timing open = fixture(Pauses.NONE).start(1).finish().timing("open");
        long shownAt = open.shownAt() / MS;
        SessionFixture paused =
                fixture(pause(shownAt + 600, shownAt + 900)).start(1).finish();

        assertThat(paused.outcomes()).containsExactly("open ok", "type ok", "close ok");
    }

    /** Neither does a failure count that the agent may have caused. */
    @Test
    void aTimeoutThatAPauseOverlappedIsTheHarnesss() {
        SessionFixture fixture = new SessionFixture(folder).pauses(pause(0, 1_000_000));
        fixture.workload("office/writer", OPEN, TYPE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open harness-error", "type skipped");
        assertThat(fixture.timing("open").detail()).contains("stood still for 1000.0 s", "otherwise: timeout: ");
    }

    @Test
    void aDesktopThatIsLostIsLostInAnyCase() {
        SessionFixture fixture = fixture(pause(0, 1_000_000)).start(1).pass(5500);
        fixture.screen.lose("connection reset");
        fixture.finish();

        assertThat(fixture.outcomes())
                .containsExactly("open harness-error", "type harness-error", "close desktop-lost");
        assertThat(fixture.phases()).endsWith("LOST");
    }

    @Test
    void aSampleThatAPauseOverlappedIsUnknown() {
        PauseMarks marks = new PauseMarks(pause(2_000, 3_000));
        Sample before = sample(1_000 * MS, 1_999 * MS, 7, "");
        Sample during = sample(1_000 * MS, 2_001 * MS, 7, "");
        Sample unknown = sample(1_000 * MS, 2_001 * MS, Double.NaN, "not heard");

        assertThat(marks.marked(before)).isEqualTo(before);
        assertThat(marks.marked(unknown)).isEqualTo(unknown);
        assertThat(marks.marked(during))
                .isEqualTo(sample(
                        1_000 * MS,
                        2_001 * MS,
                        Double.NaN,
                        "this agent stood still for 1.0 s during the measurement (bound: 0.25 s)"));
    }

    /** What was seen last was stamped after the pause. */
    @Test
    void whatAPauseOverlappedIsNoBoundOfAnUnknownSample() {
        PauseMarks marks = new PauseMarks(pause(2_000, 3_000));
        Sample before = bounded(1_000 * MS, 1_999 * MS, 900);
        Sample during = bounded(1_000 * MS, 3_001 * MS, 1_900);

        assertThat(marks.marked(before)).isEqualTo(before);
        assertThat(marks.marked(during)).satisfies(marked -> {
            assertThat(marked.isKnown()).isFalse();
            assertThat(marked.isBounded()).isFalse();
            assertThat(marked.unknown()).startsWith("not at rest").contains("stood still for 1.0 s");
        });
    }

    private static Sample bounded(long from, long to, double noBetterThan) {
        return Sample.builder("time-to-final-picture")
                .session(3)
                .sequence(1)
                .operation("office/writer", "type")
                .timing(1)
                .during(from, to)
                .unknown("not at rest")
                .noBetterThan(noBetterThan)
                .build();
    }

    /** The desktop is usable after 2.3 s: at 2 s by its own clock. */
    @Test
    void howLongALogonTookThatAPauseOverlappedIsNotKnown() {
        SessionFixture usual = fixture(Pauses.NONE).start(1).finish();
        SessionFixture later = fixture(pause(2_100, 2_200)).start(1).finish();
        SessionFixture paused = fixture(pause(1_000, 1_500)).start(1).finish();

        assertThat(ready(usual).logonNanos()).isEqualTo(2_000 * MS);
        assertThat(ready(later)).isEqualTo(ready(usual));
        assertThat(ready(paused).logonNanos()).isZero();
        assertThat(ready(paused).detail())
                .isEqualTo("this agent stood still for 0.5 s during the logon (bound: 0.25 s)");
        assertThat(paused.outcomes()).containsExactly("open ok", "type ok", "close ok");
    }

    private static SessionUpdate ready(SessionFixture of) {
        return of.sessionUpdate.stream()
                .filter(update -> update.phase() == SessionUpdate.Phase.READY)
                .findFirst()
                .orElseThrow();
    }

    /** A pause explains late stamps, and no missing desktop. */
    @Test
    void aLogonThatFailsIsThePlatformsEvenIfAPauseOverlappedIt() {
        SessionFixture paused = fixture(pause(10_000, 10_500))
                .preparedBy(new CompletableFuture<>())
                .start(1)
                .finish();
        SessionUpdate last = paused.sessionUpdate.get(paused.sessionUpdate.size() - 1);
        assertThat(last.phase()).isEqualTo(SessionUpdate.Phase.FAILED);
        assertThat(last.fault()).isFalse();
    }

    private static Sample sample(long from, long to, double value, String unknown) {
        return Sample.builder("lag")
                .session(3)
                .sequence(1)
                .operation("office/writer", "type")
                .timing(1)
                .during(from, to)
                .value(value, unknown.isEmpty() ? 1 : Double.NaN)
                .unknown(unknown)
                .build();
    }
}
