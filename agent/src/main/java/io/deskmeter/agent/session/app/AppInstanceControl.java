package io.deskmeter.agent.session.app;

import io.deskmeter.agent.step.ProgramLauncher;
import io.deskmeter.agent.step.StepException;
import io.deskmeter.workload.step.Step;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The machine on which one application instance runs, with its content. */
public interface AppInstanceControl {
    /** The input that launches the application on the screen; empty if {@link #launch} does it. */
    default Optional<Launcher> launcher() {
        return Optional.empty();
    }

    /** Launches the application; if input launches it, only returns its process. */
    ProgramLauncher.Started launch() throws StepException;

    /** Runs a command to its end; as {@link ProgramLauncher#run}. */
    CompletableFuture<Long> run(Step.Run run) throws StepException;

    /** The folder of the content, where it is on the machine of this agent. */
    default Optional<Path> content() {
        return Optional.empty();
    }

    /** Ends the application with its child processes, and removes the content. */
    CompletableFuture<Void> close();
}
