package io.deskmeter.agent.gesture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.Screen;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GestureSenderTest {
    private static final long STEP = 10_000_000;
    private static final int COUNT = 40;

    private final VirtualTime time = new VirtualTime();
    private final List<Long> firedAt = new ArrayList<>();
    private final SentInputs sent = new SentInputs(COUNT);
    /** From the call to the instant at which an input leaves. */
    private long queue;

    /** The number of the input at which the screen throws. */
    private int fails = -1;

    private final Screen screen = new Screen() {
        @Override
        public CompletableFuture<Long> fire(List<InputEvent> events) {
            long at = time.nanoTime() + queue;
            if (firedAt.size() == fails) {
                throw new NoClassDefFoundError("no memory for a class");
            }
            firedAt.add(at);
            return CompletableFuture.completedFuture(at);
        }

        @Override
        public void close() {}
    };

    private CompletableFuture<Long> send() {
        List<TimedInput> inputs = IntStream.range(0, COUNT)
                .mapToObj(i -> new TimedInput(i * STEP, List.<InputEvent>of(new Pointer(i, 0, 1))))
                .toList();
        return GestureSender.send(screen, time, time.ticker(), inputs, sent);
    }

    @Test
    void eachInputLeavesAtItsInstant() {
        time.advance(Duration.ofNanos(7));
        CompletableFuture<Long> done = send();
        time.advance(Duration.ofSeconds(1));

        assertThat(done).isCompletedWithValue(7L);
        assertThat(firedAt)
                .containsExactlyElementsOf(
                        IntStream.range(0, COUNT).mapToObj(i -> 7 + i * STEP).toList());
        assertThat(sent.problem()).isEmpty();
    }

    @Test
    void inputThatIsLateDelaysNoneOfTheOthers() {
        queue = 9_000_000;
        var unused = send();
        time.advance(Duration.ofMillis(15));
        queue = 0;
        time.advance(Duration.ofSeconds(1));

        assertThat(firedAt.get(COUNT - 1)).isEqualTo((COUNT - 1) * STEP);
        assertThat(sent.problem()).as("2 of 40 are within the bound").isEmpty();
    }

    @Test
    void aGestureThatTheHarnessSentLateTellsNothing() {
        queue = 9_000_000;
        var unused = send();
        time.advance(Duration.ofMillis(25));
        queue = 0;
        time.advance(Duration.ofSeconds(1));

        assertThat(sent.problem())
                .isEqualTo("the agent sent 3 of 40 inputs more than 8 ms late, up to 9 ms (bound: 5 %)");
    }

    /** An error on a timer's thread reaches nobody else. */
    @Test
    void anErrorOfTheMachineEndsTheGesture() {
        fails = 7;
        CompletableFuture<Long> done = send();
        time.advance(Duration.ofSeconds(1));

        assertThat(done).isCompletedExceptionally();
        assertThatThrownBy(done::join).hasCauseInstanceOf(NoClassDefFoundError.class);
        assertThat(firedAt).hasSize(7);
    }

    @Test
    void inputThatWasNotSentIsAProblem() {
        var unused = send();
        time.advance(Duration.ofMillis(100));

        assertThat(sent.problem()).isEqualTo("not all of its input was sent");
    }
}
