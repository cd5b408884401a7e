package io.deskmeter.agent.agentless;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.step.Step;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogoffTest {
    private static final List<Step> STEPS = List.of(
            new Step.Keys(List.of("alt+F2")),
            new Step.Wait(Duration.ofSeconds(1)),
            new Step.Type("logout"),
            new Step.Keys(List.of("Return")));

    private final VirtualTime time = new VirtualTime();
    private final ScriptedScreen screen = new ScriptedScreen(time, 64, 48);

    @Test
    void theInputIsSentInOrderWithItsPauses() {
        CompletableFuture<Void> done = Logoff.perform(STEPS, screen, time);
        time.advance(Duration.ofMillis(999));
        assertThat(screen.sent()).hasSize(1);
        assertThat(done).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(screen.sent())
                .extracting(ScriptedScreen.Sent::events)
                .containsExactly(Keyboard.chord("alt+F2"), Keyboard.type("logout"), Keyboard.chord("Return"));
        assertThat(done).isCompleted();
    }

    /** Nothing else tells that the user is still logged on. */
    @Test
    void aLogoffThatFailsIsAWarningThatSaysWhatWasExpected() {
        Logger log = (Logger) LoggerFactory.getLogger(Logoff.class);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        log.addAppender(logged);
        try {
            List<Step> steps = List.of(new Step.Keys(List.of("Return")));
            assertThat(Logoff.performed(steps, screen, new CompletableFuture<>(), time, Duration.ofMillis(20)))
                    .isFalse();
            screen.lose("gone");
            assertThat(Logoff.performed(steps, screen, new CompletableFuture<>(), time, Duration.ofMillis(20)))
                    .isTrue();
        } finally {
            log.detachAppender(logged);
        }
        assertThat(logged.list).extracting(ILoggingEvent::getLevel).containsExactly(Level.WARN, Level.INFO);
        assertThat(logged.list.get(0).getFormattedMessage())
                .contains("the display is still open", "(expected: that the input ends the display; hint: ");
    }

    @Test
    void aLostScreenEndsIt() {
        CompletableFuture<Void> done = Logoff.perform(STEPS, screen, time);
        screen.lose("gone");
        time.advance(Duration.ofSeconds(1));
        assertThat(done).isCompletedExceptionally();
        assertThat(done).failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(ScreenException.class);
        assertThat(screen.sent()).hasSize(1);
    }
}
