package io.deskmeter.agent.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class OperationInputTest {
    private static final Pointer PRESSED = new Pointer(7, 9, 1);
    private static final Pointer RELEASED = new Pointer(7, 9, 0);

    private final List<InputEvent> sent = new ArrayList<>();
    private Supplier<CompletableFuture<Long>> answer = () -> CompletableFuture.completedFuture(1L);

    private final OperationInput input = new OperationInput(new Screen() {
        @Override
        public CompletableFuture<Long> fire(List<InputEvent> events) {
            sent.addAll(events);
            return answer.get();
        }

        @Override
        public void close() {}
    });

    @Test
    void whatIsPressedIsReleasedAtTheEndOnce() {
        input.fire(List.of(PRESSED)).join();
        input.close();
        input.close();

        assertThat(sent).containsExactly(PRESSED, RELEASED);
    }

    @Test
    void whatIsReleasedNeedsNothing() {
        input.fire(List.of(PRESSED, RELEASED)).join();
        input.close();

        assertThat(sent).containsExactly(PRESSED, RELEASED);
    }

    @Test
    void aReleaseThatWasNotSentIsSentAgain() {
        input.fire(List.of(PRESSED)).join();
        answer = () -> CompletableFuture.failedFuture(new ScreenException("the server does not read fast enough"));
        assertThat(input.fire(List.of(RELEASED))).isCompletedExceptionally();
        answer = () -> CompletableFuture.completedFuture(2L);
        input.close();

        assertThat(sent).containsExactly(PRESSED, RELEASED, RELEASED);
    }

    @Test
    void aReleaseOfWhichTheScreenHasThrownIsSentAgain() {
        input.fire(List.of(PRESSED)).join();
        answer = () -> {
            throw new NoClassDefFoundError("no memory for a class");
        };
        assertThatThrownBy(() -> input.fire(List.of(RELEASED))).isInstanceOf(NoClassDefFoundError.class);
        answer = () -> CompletableFuture.completedFuture(2L);
        input.close();

        assertThat(sent).containsExactly(PRESSED, RELEASED, RELEASED);
    }

    /** The operation has to be recorded whatever the screen does. */
    @Test
    void aScreenThatThrowsDoesNotKeepTheOperationFromEnding() {
        input.fire(List.of(PRESSED)).join();
        answer = () -> {
            throw new NoClassDefFoundError("no memory for a class");
        };
        input.close();

        assertThat(sent).containsExactly(PRESSED, RELEASED);
    }

    @Test
    void nothingIsSentAfterTheEnd() {
        input.close();

        CompletableFuture<Long> late = input.fire(List.of(PRESSED));
        assertThat(late).isCompletedExceptionally();
        assertThatThrownBy(late::join).isInstanceOf(CancellationException.class);
        assertThat(sent).isEmpty();
    }
}
