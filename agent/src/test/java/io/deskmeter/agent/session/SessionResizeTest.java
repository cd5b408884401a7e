package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.OPEN;
import static io.deskmeter.agent.session.SessionFixture.ms;
import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.workload.operation.Operation;
import io.deskmeter.workload.step.Condition;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.Step;
import io.deskmeter.workload.step.Until;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A desktop that changes its size, in virtual time. */
class SessionResizeTest {
    private static final Step PRESS = new Step.Keys(List.of("F5"));
    private static final Condition CHANGES = new Condition.Changes(new Region.Whole(), 4);

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private SessionFixture fixture;

    /** The first key makes the desktop smaller, each one paints. */
    @BeforeEach
    void office() {
        fixture = new SessionFixture(folder);
        fixture.desktop.onLaunch(
                app -> fixture.screen.later(ms(100), frame -> Mark.of("title").paint(frame, 40, 30)));
        int[] keys = {0};
        fixture.screen.onInput((screen, events) -> {
            if (keys[0]++ == 0) {
                var unused = fixture.time.schedule(() -> screen.resize(48, 32), 200, TimeUnit.MILLISECONDS);
            }
            screen.later(ms(500), frame -> Mark.of("saved").paint(frame, 5, 5));
        });
    }

    @Test
    void failsWhatIsMeasured() {
        for (Condition until : List.of(CHANGES, new Condition.Vanishes("title"))) {
            office();
            fixture.workload("office/writer", OPEN, SessionFixture.operation("key", PRESS, until))
                    .start(1)
                    .finish();
            assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.APPLICATION_FAILED);
            assertThat(fixture.timing("key").detail())
                    .startsWith("until: the desktop has changed its size from 64x48 to 48x32 during the operation");
        }
    }

    @Test
    void isNoMatterForWhatAppears() {
        fixture.workload("office/writer", OPEN, SessionFixture.operation("key", PRESS, new Condition.Appears("saved")))
                .start(1)
                .finish();
        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.OK);
    }

    /**
     * Reproducer: what was below the new edge had vanished, and the operation went on as if the application had
     * answered.
     */
    @Test
    void failsWhatIsAwaitedBeforeTheInput() {
        Operation key = SessionFixture.operation(
                "key",
                List.of(PRESS, new Step.Await(new Until(new Condition.Vanishes("title"), Duration.ofSeconds(5)))),
                PRESS,
                CHANGES);
        fixture.workload("office/writer", OPEN, key).start(1).finish();
        assertThat(fixture.timing("key").outcome()).isEqualTo(Outcome.APPLICATION_FAILED);
        assertThat(fixture.timing("key").detail())
                .startsWith("before: the desktop has changed its size from 64x48 to 48x32");
    }
}
