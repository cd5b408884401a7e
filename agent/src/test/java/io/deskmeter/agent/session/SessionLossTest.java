package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.CLOSE;
import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.TYPE;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.screen.Mark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the end of a session is told, and when its desktop is gone. */
class SessionLossTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;

    private SessionFixture fixture() {
        SessionFixture fixture = new SessionFixture(folder);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5)));
        return fixture.workload("office/writer", OPEN, TYPE, CLOSE).cleanUpFor(Duration.ofSeconds(20));
    }

    private static SessionUpdate last(SessionFixture fixture) {
        return fixture.sessionUpdate.get(fixture.sessionUpdate.size() - 1);
    }

    /** Told after the clean-up, the loss would be charged to the next load point. */
    @Test
    void aLossIsToldWhenItHappensAndTheDesktopIsEndedAfterwards() {
        SessionFixture fixture = fixture().start(1).pass(5500);
        assertThat(fixture.outcomes()).containsExactly("open ok");
        fixture.screen.lose("connection reset");
        fixture.pass(0);
        long lostAt = fixture.time.ticker().getAsLong();

        assertThat(fixture.outcomes()).as("also its operation").containsExactly("open ok", "type desktop-lost");
        assertThat(last(fixture)).satisfies(told -> {
            assertThat(told.phase()).isEqualTo(Phase.LOST);
            assertThat(told.detail()).isEqualTo("desktop lost: connection reset");
            assertThat(told.at()).isEqualTo(lostAt);
            assertThat(told.cleaningUp()).isTrue();
        });
        assertThat(fixture.desktop.isClosed()).isFalse();
        CompletableFuture<Phase> ended = fixture.session().ended();
        fixture.pass(19_900);
        assertThat(ended).isNotDone();

        fixture.pass(200);
        assertThat(fixture.desktop.isClosed()).isTrue();
        assertThat(ended).isCompletedWithValue(Phase.LOST);
        assertThat(last(fixture)).satisfies(told -> {
            assertThat(told.phase()).isEqualTo(Phase.LOST);
            assertThat(told.cleaningUp()).isFalse();
            assertThat(told.at()).as("when it was lost").isEqualTo(lostAt);
        });
        assertThat(fixture.sessionUpdate)
                .extracting(SessionUpdate::phase)
                .containsExactly(Phase.STARTING, Phase.READY, Phase.WORKING, Phase.LOST, Phase.LOST);
    }

    /** The desktop is still there: neither the session nor its operation is the platform's loss. */
    @Test
    void aScreenThatADefectOfDeskmeterEndsIsNoLostDesktop() {
        SessionFixture fixture = fixture().start(1).pass(5500);
        ScreenException defect =
                ScreenException.ofDefect("rfb: a listener or decoder failed with OOM", new OutOfMemoryError("OOM"));
        fixture.screen.lose(new ScreenException("rfb: input not sent", defect));
        fixture.pass(0);
        assertThat(fixture.outcomes()).containsExactly("open ok", "type harness-error");
        assertThat(last(fixture)).satisfies(told -> {
            assertThat(told.phase()).isEqualTo(Phase.FAILED);
            assertThat(told.fault()).isTrue();
            assertThat(told.cleaningUp()).isTrue();
            assertThat(told.detail()).isEqualTo("fault: rfb: input not sent");
        });
        fixture.pass(21_000);
        assertThat(last(fixture).fault()).isTrue();
        assertThat(fixture.phases()).doesNotContain("LOST");
    }

    @Test
    void aLogonThatADefectOfDeskmeterEndsIsNotRefused() {
        SessionFixture fixture = fixture().preparedBy(new CompletableFuture<>());
        fixture.start(1).pass(2000);
        fixture.screen.lose(ScreenException.ofDefect("rfb: a decoder failed", new IllegalStateException("x")));
        fixture.pass(21_000);
        assertThat(last(fixture).phase()).isEqualTo(Phase.FAILED);
        assertThat(last(fixture).fault()).isTrue();
    }

    @Test
    void aFailedLogonIsToldBeforeItsDesktopIsEnded() {
        SessionFixture fixture = fixture().preparedBy(CompletableFuture.failedFuture(new DesktopException("no room")));
        fixture.start(1).pass(2000);
        assertThat(last(fixture).phase()).isEqualTo(Phase.FAILED);
        assertThat(last(fixture).cleaningUp()).isTrue();
        assertThat(fixture.session().ended()).isNotDone();

        fixture.pass(21_000);
        assertThat(last(fixture).cleaningUp()).isFalse();
        assertThat(last(fixture).fault()).isFalse();
        assertThat(fixture.session().ended()).isCompletedWithValue(Phase.FAILED);
    }

    /** Its host and user are used again then. */
    @Test
    void aStoppedSessionIsOnlyToldWhenItsDesktopIsGone() {
        SessionFixture fixture = fixture().start(1).pass(4000);
        fixture.session().stop(true, "enough");
        fixture.pass(19_900);
        assertThat(fixture.phases()).doesNotContain("STOPPED");

        fixture.pass(200);
        assertThat(fixture.desktop.isClosed()).isTrue();
        assertThat(fixture.phases()).containsOnlyOnce("STOPPED");
        assertThat(last(fixture).cleaningUp()).isFalse();
    }

    @Test
    void aDesktopThatNeverStartedNeedsNoCleanUp() {
        SessionFixture fixture = fixture().desktopFails("no Xvnc here").start(1).pass(100);

        assertThat(fixture.phases()).containsExactly("STARTING", "FAILED");
        assertThat(last(fixture).cleaningUp()).isFalse();
        assertThat(fixture.session().ended()).isCompletedWithValue(Phase.FAILED);
    }

    /** The harness must not charge its own queue to the platform, nor take it from the time that a logon may take. */
    @Test
    void theAgentsOwnQueueIsNotPartOfTheLogon() {
        SessionFixture undelayed = new SessionFixture(folder.resolve("undelayed"));
        SessionFixture queued = new SessionFixture(folder.resolve("queued")).startsQueueFor(Duration.ofSeconds(7));
        for (SessionFixture each : List.of(undelayed, queued)) {
            each.desktop.onLaunch(
                    app -> each.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5)));
            each.workload("office/writer", OPEN).start(1).pass(15_000);
        }
        SessionUpdate usual = ready(undelayed);
        SessionUpdate late = ready(queued);

        assertThat(usual.queuedNanos()).isZero();
        assertThat(late.queuedNanos()).isEqualTo(7_000 * MS);
        assertThat(late.logonNanos()).isEqualTo(usual.logonNanos()).isPositive();
        assertThat(late.at() - usual.at()).isEqualTo(7_000 * MS);
    }

    private static SessionUpdate ready(SessionFixture fixture) {
        return fixture.sessionUpdate.stream()
                .filter(update -> update.phase() == Phase.READY)
                .findFirst()
                .orElseThrow();
    }
}
