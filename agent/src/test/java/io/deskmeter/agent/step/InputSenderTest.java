package io.deskmeter.agent.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.agent.session.MarkScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.Keyboard;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.testkit.screen.Mark;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.testsupport.VirtualTime;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InputSenderTest {
    private static final Step.Place AT = new Step.Place.At(7, 9);

    private final VirtualTime time = new VirtualTime();
    private final ScriptedScreen screen = new ScriptedScreen(time, 64, 48);
    private final MarkScreenMatcher screenMatcher = new MarkScreenMatcher();
    private final InputSender input = new InputSender(new OperationInput(screen), screenMatcher, time);

    @BeforeEach
    void showAButton() {
        Frame frame = new Frame(64, 48);
        screenMatcher.see(new FrameUpdate(frame, List.of(Mark.of("button").paint(frame, 20, 10)), 0, 1));
        time.advance(Duration.ofSeconds(1));
    }

    private List<InputEvent> events() {
        return screen.sent().stream().flatMap(sent -> sent.events().stream()).toList();
    }

    @Test
    void aDoubleClickOnALandmarkMovesThereFirst() {
        CompletableFuture<Long> done = input.perform(new Step.Click(new Step.Place.On("button", 3, -2), 1, 2));

        assertThat(done).isCompletedWithValue(1_000_000_000L);
        assertThat(events())
                .containsExactly(
                        new Pointer(29, 14, 0),
                        new Pointer(29, 14, 1),
                        new Pointer(29, 14, 0),
                        new Pointer(29, 14, 1),
                        new Pointer(29, 14, 0));
    }

    @Test
    void theRightButtonIsTheThird() {
        input.perform(new Step.Click(AT, 3, 1)).join();

        assertThat(events()).contains(new Pointer(7, 9, 4));
    }

    @Test
    void scrollsDownAndUp() {
        input.perform(new Step.Scroll(AT, 1)).join();
        input.perform(new Step.Scroll(AT, -1)).join();

        assertThat(events())
                .containsExactly(
                        new Pointer(7, 9, 0),
                        new Pointer(7, 9, 16),
                        new Pointer(7, 9, 0),
                        new Pointer(7, 9, 0),
                        new Pointer(7, 9, 8),
                        new Pointer(7, 9, 0));
    }

    @Test
    void dragsInEvenSteps() {
        CompletableFuture<Long> done =
                input.perform(new Step.Drag(AT, new Step.Place.At(47, 9), Duration.ofMillis(64)));
        assertThat(done).isNotDone();
        time.advance(Duration.ofMillis(64));

        assertThat(done).as("the press is the first event").isCompletedWithValue(1_000_000_000L);
        assertThat(events())
                .containsExactly(
                        new Pointer(7, 9, 0),
                        new Pointer(7, 9, 1),
                        new Pointer(17, 9, 1),
                        new Pointer(27, 9, 1),
                        new Pointer(37, 9, 1),
                        new Pointer(47, 9, 1),
                        new Pointer(47, 9, 0));
        assertThat(screen.sent().get(2).at()).isEqualTo(1_032_000_000L);
    }

    @Test
    void keysAfterAClickAreDelayed() {
        input.perform(new Step.Click(AT, 1, 1)).join();
        CompletableFuture<Long> typed = input.perform(new Step.Type("a"));
        time.advance(Duration.ofMillis(49));
        assertThat(typed).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(typed).isCompletedWithValue(1_050_000_000L);

        CompletableFuture<Long> more = input.perform(new Step.Type("b"));
        assertThat(more).as("the first key is pressed already").isCompletedWithValue(1_050_000_000L);
    }

    @Test
    void aTextIsTypedAtItsPace() {
        CompletableFuture<Long> typed = input.perform(new Step.Type("abc", Optional.of(Duration.ofMillis(200))));
        assertThat(screen.sent()).hasSize(1);
        time.advance(Duration.ofMillis(399));
        assertThat(typed).isNotDone();
        time.advance(Duration.ofMillis(1));

        assertThat(typed).as("when the first key left").isCompletedWithValue(1_000_000_000L);
        assertThat(screen.sent())
                .extracting(ScriptedScreen.Sent::at)
                .containsExactly(1_000_000_000L, 1_200_000_000L, 1_400_000_000L);
        assertThat(events()).isEqualTo(Keyboard.type("abc"));
    }

    /** Its keys leave, but Caps Lock may have come on. */
    @Test
    void aTextThatIsNotArrivingAsMeantFailsBeforeItsNextPiece() {
        ScreenException came = new ScreenException("Caps Lock went on");
        List<InputEvent> typed = new ArrayList<>();
        Screen locked = new Screen() {
            @Override
            public CompletableFuture<Long> fire(List<InputEvent> events) {
                typed.addAll(events);
                return CompletableFuture.completedFuture(1L);
            }

            @Override
            public CompletableFuture<Void> lookBack(String text, long since) {
                return typed.size() < 4
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(came);
            }

            @Override
            public void close() {}
        };
        TextSender texts = new TextSender(new OperationInput(locked), time);
        CompletableFuture<Long> paced = texts.type(new Step.Type("abc", Optional.of(Duration.ofMillis(200))));
        time.advance(Duration.ofSeconds(1));
        assertThat(paced).isCompletedExceptionally();
        assertThat(typed).isEqualTo(Keyboard.type("ab"));
        typed.clear();
        assertThat(texts.type(new Step.Type("abc"))).as("after the last piece").isCompletedExceptionally();
    }

    @Test
    void aLongTextIsPassedOnInPieces() {
        String text = "the quick brown fox jumps over the lazy dog";
        input.perform(new Step.Type(text)).join();

        assertThat(screen.sent()).hasSize(3);
        assertThat(events()).isEqualTo(Keyboard.type(text));
    }

    @Test
    void aPauseSendsNothing() {
        CompletableFuture<Long> done = input.perform(new Step.Wait(Duration.ofMillis(30)));
        time.advance(Duration.ofMillis(29));
        assertThat(done).isNotDone();
        time.advance(Duration.ofMillis(1));

        assertThat(done).isCompletedWithValue(Timing.NEVER);
        assertThat(events()).isEmpty();
    }

    @Test
    void refusesAMissingLandmark() {
        assertThatThrownBy(() -> input.perform(new Step.Click(new Step.Place.On("menu", 0, 0), 1, 1)))
                .isInstanceOf(UnusableScreenException.class)
                .hasMessageStartingWith("landmark: menu is not on the screen");
        assertThatThrownBy(() -> input.perform(new Step.Click(new Step.Place.At(64, 0), 1, 1)))
                .isInstanceOf(UnusableScreenException.class)
                .hasMessage("place: 64,0 (expected: on the screen of 64x48)");
    }

    @Test
    void variablesHaveTheValuesOfTheAppInstance() {
        CommandVariables variables = new CommandVariables(Path.of("/h/app-1"), Path.of("/h"), 12);

        assertThat(variables.in(List.of("sh", "${content}/a.sh", "${home}", "s${session}", "$HOME")))
                .containsExactly(
                        "sh", Path.of("/h/app-1") + "/a.sh", Path.of("/h").toString(), "s12", "$HOME");
    }
}
