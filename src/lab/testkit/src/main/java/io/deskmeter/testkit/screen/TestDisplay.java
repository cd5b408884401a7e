package io.deskmeter.testkit.screen;

import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.XServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real X server for a test, protected by a cookie.
 *
 * @param authority file with its cookie
 * @param rfb socket on which an {@code Xvnc} listens; unused with {@code Xvfb}
 */
public record TestDisplay(XServer server, Path authority, Path rfb) implements AutoCloseable {
    private static final long GRACE_SECONDS = 5;

    /** Starts {@code Xvfb} with one screen of a depth in bits. */
    public static TestDisplay xvfb(Path folder, int width, int height, int depth, String... options)
            throws ProgramException, IOException {
        List<String> command = new ArrayList<>(List.of("Xvfb", "-screen", "0", width + "x" + height + "x" + depth));
        command.addAll(List.of(options));
        return start(folder, command);
    }

    /** Starts {@code Xvnc}, which can be resized and speaks RFB on a socket. */
    public static TestDisplay xvnc(Path folder, int width, int height) throws ProgramException, IOException {
        return start(
                folder,
                List.of(
                        "Xvnc",
                        "-geometry",
                        width + "x" + height,
                        "-depth",
                        "24",
                        "-SecurityTypes",
                        "None",
                        "-rfbport",
                        "-1",
                        "-rfbunixpath",
                        folder.resolve("rfb").toString()));
    }

    private static TestDisplay start(Path folder, List<String> command) throws ProgramException, IOException {
        Path authority = folder.resolve("authority");
        XServer.Paths files = new XServer.Paths(folder.resolve("display"), authority, folder.resolve("log"));
        return new TestDisplay(
                XServer.start(programs(), command, environment(), folder, files), authority, folder.resolve("rfb"));
    }

    private static SearchPath programs() {
        return new SearchPath(path());
    }

    private static Map<String, String> environment() {
        return Map.of("PATH", path());
    }

    private static String path() {
        return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    }

    public int display() {
        return server.display();
    }

    /** The display's name, such as {@code :1}. */
    public String name() {
        return ":" + display();
    }

    /** Runs an X program to its end, such as {@code xrandr}. */
    public void run(String... command) throws ProgramException, IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(rfb.resolveSibling("run.log").toFile());
        builder.environment().put("DISPLAY", name());
        builder.environment().put("XAUTHORITY", authority.toString());
        Process process = builder.start();
        if (!process.waitFor(GRACE_SECONDS * 2, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new ProgramException(String.join(" ", command) + ": failed (expected: exit 0; hint: "
                    + rfb.resolveSibling("run.log") + ")");
        }
    }

    /** Kills it. */
    public void kill() {
        server.process().process().destroyForcibly();
    }

    @Override
    public void close() throws InterruptedException, IOException {
        Process process = server.process().process();
        process.destroy();
        if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        XServer.release(rfb.resolveSibling("display"));
    }
}
