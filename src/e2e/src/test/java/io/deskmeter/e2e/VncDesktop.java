package io.deskmeter.e2e;

import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.UnixSockets;
import io.deskmeter.screen.program.VncPasswordFile;
import io.deskmeter.screen.program.XServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A running desktop: a real Xvnc on a port of the loopback with a window manager, a run dialog at alt+F2 and a desktop agent that is started in it on demand.
 */
final class VncDesktop implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final Path folder;
    private final int display;
    private final int port;
    private final Process server;
    private final Process windowManager;
    private Program agent;

    private VncDesktop(Path folder, int display, int port, Process server, Process windowManager) {
        this.folder = folder;
        this.display = display;
        this.port = port;
        this.server = server;
        this.windowManager = windowManager;
    }

    /** @param password that the server asks for; empty: none */
    static VncDesktop start(Path folder, Optional<String> password) throws IOException {
        Files.createDirectories(folder);
        int port = freePort();
        List<String> command = new ArrayList<>(List.of("Xvnc", "-displayfd", "1", "-geometry", "1280x800"));
        command.addAll(List.of("-depth", "24", "-nolisten", "tcp", "-localhost", "-rfbport", Integer.toString(port)));
        if (password.isPresent()) {
            Path file = folder.resolve("passwd");
            Files.write(file, VncPasswordFile.of(password.get()));
            command.addAll(List.of("-SecurityTypes", "VncAuth", "-PasswordFile", file.toString()));
        } else {
            command.addAll(List.of("-SecurityTypes", "None"));
        }
        Process server = server(command, folder);
        int display = displayOf(server, folder);
        // An X server of another test that ends at this moment may have removed the new one's socket, see XServer.
        for (int again = 0; again < 2 && !UnixSockets.answers(XServer.socket(display)); again++) {
            server.destroyForcibly();
            server = server(command, folder);
            display = displayOf(server, folder);
        }
        ProcessBuilder openbox = new ProcessBuilder(
                        "openbox",
                        "--config-file",
                        Files.writeString(folder.resolve("openbox.xml"), RunDialog.added(Openbox.configuration()))
                                .toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openbox.log").toFile());
        openbox.environment().put("DISPLAY", ":" + display);
        openbox.environment().put("HOME", folder.toString());
        return new VncDesktop(folder, display, port, server, openbox.start());
    }

    private static Process server(List<String> command, Path folder) throws IOException {
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("xvnc.log").toFile())
                .start();
    }

    private static int displayOf(Process server, Path folder) throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        String line = out.readLine();
        if (line == null) {
            throw new IOException("Xvnc did not start: " + Files.readString(folder.resolve("xvnc.log")));
        }
        return Integer.parseInt(line.strip());
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /**
     * As the session's autostart would; returns when it has found its controller.
     *
     * @param tokenFile with the controller's secret of desktop agents
     */
    void startAgent(String link, String tokenFile) throws IOException {
        startAgent(link, tokenFile, Map.of());
    }

    /** @param environment added to that of the session */
    void startAgent(String link, String tokenFile, Map<String, String> environment) throws IOException {
        Map<String, String> session = new TreeMap<>(environment);
        session.put("DISPLAY", ":" + display);
        session.put("HOME", folder.toString());
        agent = Program.start(
                folder,
                session,
                "agent",
                "desktop",
                "--controller",
                link,
                "--token-file",
                tokenFile,
                "--state",
                folder + "/state");
        agent.awaitPrinted("connected to the controller", START);
    }

    int port() {
        return port;
    }

    /** For a profile. */
    String host() {
        return "127.0.0.1:" + port;
    }

    /** As its processes call it. */
    String display() {
        return ":" + display;
    }

    /** Whether all of it is as it was found. */
    boolean stands() {
        return server.isAlive() && windowManager.isAlive() && (agent == null || agent.alive());
    }

    /** Of its agent. */
    String printed() {
        return agent.printed();
    }

    @Override
    public void close() throws InterruptedException {
        if (agent != null) {
            agent.close();
        }
        windowManager.destroy();
        server.destroy();
        if (!server.waitFor(5, TimeUnit.SECONDS)) {
            // Until it has ended, another server must not take its number: it might remove that server's socket.
            server.destroyForcibly().waitFor();
        }
    }
}
