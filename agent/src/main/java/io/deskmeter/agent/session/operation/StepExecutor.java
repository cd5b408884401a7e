package io.deskmeter.agent.session.operation;

import io.deskmeter.agent.session.app.AppInstance;
import io.deskmeter.agent.step.InputSender;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.step.Step;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Executes any step but {@code await} in one application instance.
 *
 * @param beforeInput is told immediately before a step that is no pause
 * @param gesture makes the operation's gesture, which has been prepared
 */
public record StepExecutor(
        AppInstance appInstance, InputSender input, Runnable beforeInput, Supplier<CompletableFuture<Long>> gesture) {

    /** Completes as {@link InputSender#perform} does. */
    CompletableFuture<Long> perform(Step step) {
        if (!(step instanceof Step.Wait)) {
            beforeInput.run();
        }
        try {
            if (step instanceof Step.Launch) {
                return appInstance.launch(input);
            }
            if (step instanceof Step.Run run) {
                return appInstance.run(run);
            }
            if (step instanceof Step.Gesture) {
                return gesture.get();
            }
            return input.perform(step);
        } catch (StepException | UnusableScreenException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Completes when what was typed so far has arrived as meant, as far as the screen can tell. */
    CompletableFuture<Long> lookBack() {
        return input.lookBack().thenApply(nothing -> Timing.NEVER);
    }

    /** Performs a step, and tells the stage. */
    void perform(Step step, OperationPart part, OperationPart.Stage stage) {
        CompletableFuture<Long> done = perform(step);
        if (step instanceof Step.Wait || step instanceof Step.Run) {
            stage.whenDone(part, done);
        } else {
            stage.whenSent(part, done);
        }
    }

    /** Whether a failed step is a failure of the application or an internal error. */
    static Outcome outcomeOf(Throwable cause) {
        return cause instanceof StepException || cause instanceof UnusableScreenException
                ? Outcome.APPLICATION_FAILED
                : Outcome.HARNESS_ERROR;
    }
}
