package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.CLOSE;
import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.TITLE_PLACE;
import static io.deskmeter.agent.session.SessionFixture.TYPE;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Timing;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications that exit by themselves, or do not when they should. */
class SessionExitTest {
    @TempDir
    private Path folder;

    private SessionFixture fixture() {
        return new SessionFixture(folder);
    }

    @Test
    void aCrashFailsTheOperationRegardlessOfThePicture() {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5));
            var unused = fixture.time.schedule(() -> app.exit(139), 2, TimeUnit.SECONDS);
        });
        fixture.screen.onInput((screen, events) -> screen.later(ms(900), frame -> Mark.erase(frame, TITLE_PLACE)));
        Operation minimise =
                SessionFixture.operation("minimise", new Step.Keys(List.of("alt+F9")), new Condition.Vanishes("title"));
        fixture.workload("office/writer", OPEN, minimise, CLOSE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "minimise application-failed", "close skipped");
        assertThat(fixture.timing("minimise").detail()).contains("exited with 139", "last words");
    }

    @Test
    void anExitDuringTheThinkTimeIsDetectedBeforeTheInput() {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5));
            var unused = fixture.time.schedule(() -> app.exit(0), 500, TimeUnit.MILLISECONDS);
        });
        fixture.workload("office/writer", OPEN, TYPE, CLOSE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "type application-failed", "close skipped");
        assertThat(fixture.screen.sent()).isEmpty();
    }

    @Test
    void afterAnExitWithoutAPictureThereIsAShortWait() {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(app -> app.exit(0));
        Operation open = new Operation(
                "open",
                Group.B,
                List.of(new Operation.Occurrence(
                        List.of(),
                        List.of(new Step.Launch()),
                        new Until(new Condition.Appears("title"), Duration.ofSeconds(60)))));
        fixture.workload("office/writer", open, CLOSE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open application-failed", "close skipped");
        assertThat(fixture.timing("open").detail()).contains("exited with 0");
    }

    @Test
    void aMissingProgramIsAFailureOfTheApplication() {
        SessionFixture fixture = fixture();
        fixture.workload("office/writer", List.of("missing"), OPEN, CLOSE)
                .start(1)
                .finish();

        assertThat(fixture.outcomes()).containsExactly("open application-failed", "close skipped");
        assertThat(fixture.timing("open").detail()).isEqualTo("program: missing (expected: on the PATH)");
        assertThat(fixture.phases()).endsWith("FINISHED");
    }

    @Test
    void anApplicationThatDoesNotExitIsKilled() {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5)));
        fixture.workload("office/writer", OPEN).start(1).pass(3400 + 4900);
        assertThat(fixture.desktop.launched().get(0).alive()).isTrue();

        fixture.pass(200);

        assertThat(fixture.desktop.launched().get(0).wasKilled()).isTrue();
        assertThat(fixture.phases()).endsWith("FINISHED");
    }

    @Test
    void anExitDuringTheThinkTimeFailsTheNextOperationAlsoIfItWaitsForAPictureFirst() {
        SessionFixture fixture = fixture();
        fixture.desktop.onLaunch(app -> {
            fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 10, 5));
            var unused = fixture.time.schedule(() -> app.exit(137), 500, TimeUnit.MILLISECONDS);
        });
        Operation browse = SessionFixture.operation(
                "browse",
                List.of(new Step.Await(new Until(new Condition.Appears("page"), Duration.ofSeconds(5)))),
                new Step.Keys(List.of("Return")),
                new Condition.Appears("page 2"));
        fixture.workload("office/writer", OPEN, browse, CLOSE).start(1).finish();

        assertThat(fixture.outcomes()).containsExactly("open ok", "browse application-failed", "close skipped");
        assertThat(fixture.timing("browse").detail()).isEqualTo("before: the application had exited with 137");
        assertThat(fixture.timing("browse").firedAt()).isEqualTo(Timing.NEVER);
        assertThat(fixture.screen.sent()).isEmpty();
    }
}
