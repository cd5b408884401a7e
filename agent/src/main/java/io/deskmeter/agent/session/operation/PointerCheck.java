package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.gesture.Gesture;
import io.deskmeter.agent.session.result.Defects;
import io.deskmeter.agent.session.result.OperationResult;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Screen;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Before a gesture is measured: moves a little, and waits until the screen shows it at the place where an absolute
 * pointer leads; then back. A display that moves the pointer relatively, or scales it otherwise than the picture, is
 * refused. Not measured.
 */
public final class PointerCheck implements OperationPart {
    /** How long the screen may take to show one move. */
    static final Duration ANSWER = Duration.ofSeconds(10);

    private final Supplier<Gesture> finder;
    private final Screen input;
    private final ScreenMatcher screenMatcher;
    private final LongSupplier nanoTime;
    private final Stage stage;
    private final Consumer<Gesture> verified;
    private @Nullable Gesture gesture;
    private boolean back;

    /**
     * @param finder finds the gesture's stage on the screen
     * @param verified continues with the gesture
     */
    public PointerCheck(
            Supplier<Gesture> finder,
            Screen input,
            ScreenMatcher screenMatcher,
            LongSupplier nanoTime,
            Stage stage,
            Consumer<Gesture> verified) {
        this.finder = finder;
        this.input = input;
        this.screenMatcher = screenMatcher;
        this.nanoTime = nanoTime;
        this.stage = stage;
        this.verified = verified;
    }

    @Override
    public void begin() {
        Gesture found;
        try {
            found = finder.get();
        } catch (UnusableScreenException e) {
            stage.ended(failed(Outcome.APPLICATION_FAILED, "before: " + e.getMessage()));
            return;
        }
        gesture = found;
        send(found.trial());
    }

    private void send(List<InputEvent> events) {
        stage.setTimer(nanoTime.getAsLong() + ANSWER.toNanos());
        stage.whenSent(this, input.fire(events));
    }

    @Override
    public void stepDone(long firedAt) {
        look();
    }

    @Override
    public void stepFailed(Throwable cause) {
        stage.ended(failed(StepExecutor.outcomeOf(cause), "before: " + Defects.detailOf(cause)));
    }

    @Override
    public void frame(FrameUpdate update) {
        look();
    }

    private void look() {
        Gesture trying = gesture;
        if (trying == null || !trying.difference(screenMatcher.frame(), !back).isEmpty()) {
            return;
        }
        if (back) {
            verified.accept(trying);
        } else {
            back = true;
            send(trying.trialBack());
        }
    }

    @Override
    public void onTimer() {
        String shown = Objects.requireNonNull(gesture, "gesture").difference(screenMatcher.frame(), !back);
        stage.ended(failed(
                Outcome.APPLICATION_FAILED,
                "before: the screen does not follow the pointer: " + shown + " " + ANSWER.toSeconds()
                        + " s after a trial move; is the mouse absolute, and the session unlocked?"));
    }

    @Override
    public void appExited(int code) {
        stage.ended(failed(Outcome.APPLICATION_FAILED, "before: the application exited with " + code));
    }

    @Override
    public OperationResult failed(Outcome outcome, String detail) {
        return new OperationResult(
                outcome,
                nanoTime.getAsLong(),
                Timing.NEVER,
                Timing.NEVER,
                Timing.NEVER,
                nanoTime.getAsLong(),
                detail,
                List.of());
    }
}
