package io.deskmeter.agent.step;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.workload.step.Step;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** Starts programs in one desktop. */
public final class ProgramLauncher {
    private final Desktop desktop;
    private final CommandVariables variables;
    private final LongSupplier nanoTime;

    public ProgramLauncher(Desktop desktop, CommandVariables variables, LongSupplier nanoTime) {
        this.desktop = desktop;
        this.variables = variables;
        this.nanoTime = nanoTime;
    }

    /**
     * A program and when its start was requested.
     *
     * @param firedAt monotonic nanoseconds read immediately before the start
     */
    public record Started(AppProcess process, long firedAt) {}

    /** Starts a program in the content folder of the application instance. */
    public Started launch(List<String> command) throws StepException {
        List<String> argv = variables.in(command);
        long firedAt = nanoTime.getAsLong();
        try {
            return new Started(desktop.launch(argv, variables.content()), firedAt);
        } catch (DesktopException e) {
            throw new StepException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Runs a command to its end; the future fails unless it exits with 0. */
    public CompletableFuture<Long> run(Step.Run run) throws StepException {
        Started started = launch(run.command());
        return started.process()
                .exited()
                .thenCompose(code -> code == 0
                        ? CompletableFuture.completedFuture(started.firedAt())
                        : CompletableFuture.failedFuture(
                                new StepException("command: " + String.join(" ", run.command()) + " exited with " + code
                                        + " (expected: 0); " + started.process().tail())));
    }
}
