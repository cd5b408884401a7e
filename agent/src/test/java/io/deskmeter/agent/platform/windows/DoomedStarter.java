package io.deskmeter.agent.platform.windows;

import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.StartedProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts a {@link Sleeper} as an agent does, and waits to be killed. Argument: the file of the sleeper. */
final class DoomedStarter {
    private DoomedStarter() {}

    public static void main(String[] args) throws Exception {
        Path ready = Path.of(args[0]);
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Sleeper.class.getName(),
                "0",
                ready.toString());
        StartedProgram unused = new WindowsProcesses()
                .start(new MarkedProcesses.Start(
                        command,
                        System.getenv(),
                        "CASE=doomed/",
                        Path.of(System.getProperty("java.io.tmpdir")),
                        ready.resolveSibling("sleeper")));
        TimeUnit.MINUTES.sleep(5);
    }
}
