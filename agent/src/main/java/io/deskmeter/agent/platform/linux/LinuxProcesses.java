package io.deskmeter.agent.platform.linux;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.StartedProgram;
import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The mark is in the environment, which child processes inherit, including those that detach; {@code /proc} shows it.
 */
final class LinuxProcesses implements MarkedProcesses {
    @Override
    public StartedProgram start(Start start) throws ProgramException {
        Map<String, String> environment = new TreeMap<>(start.environment());
        environment.put(start.markName(), start.markValue());
        return new Started(ChildProcess.start(
                LinuxPlatform.searchPath(start.environment()),
                start.command(),
                environment,
                start.workDir(),
                null,
                start.log()));
    }

    @Override
    public List<ProcessHandle> carrying(String markPrefix) {
        return Processes.carrying(markPrefix);
    }

    @Override
    public int end(String markPrefix, Duration grace) {
        return Processes.end(markPrefix, grace);
    }

    @Override
    public Guard guard(Path folder, Class<?> cleanUp, String... arguments) throws IOException {
        return OrphanReaper.start(folder, cleanUp, arguments);
    }

    private record Started(ChildProcess child) implements StartedProgram {
        @Override
        public boolean alive() {
            return child.alive();
        }

        /** 128 + signal if a signal ended it. */
        @Override
        public CompletableFuture<Integer> exited() {
            return child.process().onExit().thenApply(Process::exitValue);
        }

        @Override
        public String tail() {
            return child.tail();
        }
    }
}
