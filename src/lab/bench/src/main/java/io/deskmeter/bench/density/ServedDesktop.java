package io.deskmeter.bench.density;

import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.RfbPort;
import io.deskmeter.screen.program.ChildProcess;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A desktop of the server. The programs launched in it are those between it and a viewer.
 *
 * @param server its address
 * @param folder for its files
 */
record ServedDesktop(ServerPlace server, Path folder, int width, int height) implements Desktop {
    /** The environment entry of processes of desktops below a folder: this prefix and the folder. */
    static final String MARK = "DESKMETER_DENSITY";

    private static final Duration GRACE = Duration.ofSeconds(2);
    /** The server does not require it, but programs in between do. */
    private static final String PASSWORD = "unneeded";

    @Override
    public Path rfbSocket() {
        return server.socket();
    }

    @Override
    public RfbPort rfbPort() {
        return new RfbPort(server.port(), PASSWORD);
    }

    @Override
    public Map<String, String> mark() {
        return Map.of(MARK, folder.toString());
    }

    @Override
    public Path home() {
        return folder;
    }

    @Override
    public AppProcess launch(List<String> command, Path workDir) throws DesktopException {
        try {
            Path log = Files.createTempFile(folder, "program", ".log");
            return new Launched(
                    ChildProcess.start(new SearchPath(System.getenv("PATH")), command, mark(), workDir, null, log));
        } catch (IOException e) {
            throw new DesktopException(command + ": no log: " + e + " (expected: a folder with room)", e);
        } catch (ProgramException e) {
            throw new DesktopException(e);
        }
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public void close() {
        end(folder);
    }

    /** Ends all processes of the desktops below a folder. */
    static void end(Path folder) {
        Processes.end(MARK + "=" + folder, GRACE);
    }

    private record Launched(ChildProcess child) implements AppProcess {
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
            child.process().destroyForcibly();
        }

        @Override
        public String tail() {
            return child.tail();
        }
    }
}
