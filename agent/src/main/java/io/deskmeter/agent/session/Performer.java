package io.deskmeter.agent.session;

import io.deskmeter.agent.step.Hands;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.agent.watch.UnusableScreenException;
import io.deskmeter.measure.Outcome;
import io.deskmeter.workload.Step;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Performs any step but {@code await} in one visit. */
record Performer(Visit visit, Hands hands) {

    /** Completes as {@link Hands#perform} does. */
    CompletableFuture<Long> perform(Step step) {
        try {
            if (step instanceof Step.Launch) {
                return visit.launch(hands);
            }
            if (step instanceof Step.Run run) {
                return visit.run(run);
            }
            return hands.perform(step);
        } catch (StepException | UnusableScreenException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Whose fault a failed step is. */
    static Outcome outcomeOf(Throwable cause) {
        return cause instanceof StepException || cause instanceof UnusableScreenException
                ? Outcome.APPLICATION_FAILED
                : Outcome.HARNESS_ERROR;
    }

    /** What to say of it: our own checked exceptions speak for themselves, of others the kind matters too. */
    static String detailOf(Throwable cause) {
        Throwable root = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        String message = root.getMessage();
        boolean speaks = !(root instanceof RuntimeException) || root instanceof UnusableScreenException;
        return speaks && message != null ? message : root.toString();
    }
}
