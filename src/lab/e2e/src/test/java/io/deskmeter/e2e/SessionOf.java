package io.deskmeter.e2e;

import io.deskmeter.link.access.TokenRole;
import io.deskmeter.screen.program.UnixSockets;
import io.deskmeter.screen.program.XServer;
import io.deskmeter.testkit.rdsh.RdshUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A user's session with a desktop agent, on a display without other programs. */
final class SessionOf implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();
    private final Path log;

    SessionOf(RdshUser user, String link, Path folder) throws IOException {
        this.log = folder.resolve("session.log");
        int display = startDisplay(folder);
        // An X server of another test that ends at this moment may have removed the new one's socket, see XServer.
        for (int again = 0; again < 2 && !UnixSockets.answers(XServer.socket(display)); again++) {
            processes.remove(0).destroyForcibly();
            display = startDisplay(folder);
        }
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder agent = new ProcessBuilder(
                        java.toString(),
                        "-Duser.name=" + user.name(),
                        "-jar",
                        Program.HOME.resolve("agent/target/deskmeter-agent.jar").toString(),
                        "desktop",
                        "--controller",
                        link,
                        "--token-file",
                        DataFolder.below(folder).token(TokenRole.DESKTOP),
                        "--state",
                        folder.resolve("session-" + user.name()).toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        agent.environment().clear();
        agent.environment().put("DISPLAY", ":" + display);
        agent.environment().put("USER", user.name());
        agent.environment().put("LOGNAME", user.name());
        agent.environment().put("HOME", folder.toString());
        agent.environment().put("PATH", "/nonexistent");
        processes.add(agent.start());
    }

    private int startDisplay(Path folder) throws IOException {
        Path number = folder.resolve("display");
        Files.deleteIfExists(number);
        processes.add(new ProcessBuilder("sh", "-c", "exec Xvfb -displayfd 3 -nolisten tcp 3>" + number)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("xvfb.log").toFile())
                .start());
        Awaitility.await()
                .until(() -> Files.exists(number) && Files.readString(number).endsWith("\n"));
        return Integer.parseInt(Files.readString(number).strip());
    }

    /** What the desktop agent has printed. */
    String printed() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).destroy();
            if (!processes.get(i).waitFor(10, TimeUnit.SECONDS)) {
                processes.get(i).destroyForcibly();
            }
        }
    }
}
