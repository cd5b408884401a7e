package io.deskmeter.agent.desktop;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.StartedProgram;
import io.deskmeter.screen.program.ProgramException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** @param marker the mark of it and its child processes */
record LaunchedProcess(StartedProgram program, String marker, MarkedProcesses processes) implements AppProcess {
    static LaunchedProcess start(MarkedProcesses processes, MarkedProcesses.Start start) throws DesktopException {
        try {
            return new LaunchedProcess(processes.start(start), start.mark(), processes);
        } catch (ProgramException e) {
            throw new DesktopException(e);
        }
    }

    @Override
    public boolean alive() {
        return program.alive();
    }

    @Override
    public CompletableFuture<Integer> exited() {
        return program.exited();
    }

    @Override
    public void kill() {
        processes.end(marker, Duration.ZERO);
    }

    @Override
    public String tail() {
        return program.tail();
    }
}
