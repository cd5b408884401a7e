package io.deskmeter.agent.desktop;

import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.Processes;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** @param marker the environment entry of it and its child processes */
record LaunchedProcess(ChildProcess child, String marker) implements AppProcess {
    @Override
    public boolean alive() {
        return child.alive();
    }

    @Override
    public CompletableFuture<Integer> exited() {
        return child.process().onExit().thenApply(Process::exitValue);
    }

    @Override
    public void kill() {
        Processes.end(marker, Duration.ZERO);
    }

    @Override
    public String tail() {
        return child.tail();
    }
}
