package io.deskmeter.e2e;

import io.deskmeter.screen.program.Openbox;
import io.deskmeter.screen.program.UnixSockets;
import io.deskmeter.screen.program.VncPasswordFile;
import io.deskmeter.screen.program.XServer;
import io.deskmeter.testkit.rdsh.RunDialog;
import io.deskmeter.testsupport.LoopbackPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
import org.awaitility.Awaitility;

/**
 * A running desktop: a real VNC server on a port of the loopback, a window manager, a run dialog at alt+F2, and a
 * desktop agent that is started in it on demand.
 */
final class VncDesktop implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    private final Path folder;
    private final int display;
    private final int port;

    /** In the order of their starts: the X server first. */
    private final List<Process> processes;

    private Program agent;

    private VncDesktop(Path folder, int display, int port, List<Process> processes) {
        this.folder = folder;
        this.display = display;
        this.port = port;
        this.processes = processes;
    }

    /**
     * With TigerVNC.
     *
     * @param password that the server asks for; empty: none
     */
    static VncDesktop start(Path folder, Optional<String> password) throws IOException {
        return start(folder, password, "");
    }

    /** @param banner a command of the shell that must end before the window manager starts; empty: none */
    static VncDesktop start(Path folder, Optional<String> password, String banner) throws IOException {
        Files.createDirectories(folder);
        int port = LoopbackPorts.free();
        List<String> command = new ArrayList<>(List.of("Xvnc", "-displayfd", "1", "-geometry", "1280x800"));
        command.addAll(List.of("-depth", "24", "-nolisten", "tcp", "-localhost", "-rfbport", Integer.toString(port)));
        if (password.isPresent()) {
            Path file = folder.resolve("passwd");
            Files.write(file, VncPasswordFile.of(password.get()));
            command.addAll(List.of("-SecurityTypes", "VncAuth", "-PasswordFile", file.toString()));
        } else {
            command.addAll(List.of("-SecurityTypes", "None"));
        }
        XDisplay x = XDisplay.start(command, folder);
        return new VncDesktop(folder, x.number(), port, List.of(x.server(), windowManager(x, folder, banner)));
    }

    /** With x11vnc, which shows the display of an Xvfb; without a password. */
    static VncDesktop startX11vnc(Path folder) throws IOException {
        Files.createDirectories(folder);
        int port = LoopbackPorts.free();
        // Documents are laid out for 96 dots per inch; Xvfb has 100.
        List<String> xvfb = List.of("Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-dpi", "96");
        XDisplay x = XDisplay.start(xvfb, folder);
        List<String> x11vnc = new ArrayList<>(List.of("x11vnc", "-display", ":" + x.number(), "-norc", "-nopw", "-q"));
        x11vnc.addAll(List.of("-listen", "127.0.0.1", "-noipv6", "-rfbport", Integer.toString(port)));
        x11vnc.addAll(List.of("-forever", "-shared", "-noshm"));
        Process server = new ProcessBuilder(x11vnc)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("x11vnc.log").toFile())
                .start();
        VncDesktop desktop =
                new VncDesktop(folder, x.number(), port, List.of(x.server(), windowManager(x, folder), server));
        Awaitility.await("x11vnc listens").atMost(START).until(() -> LoopbackPorts.answers(port));
        return desktop;
    }

    /**
     * With TigerVNC's server of existing displays, which shows that of an Xvfb whose keyboard has a layout; without a
     * password. It types nothing that the layout lacks, and presses or releases no modifiers.
     *
     * @param layout as {@code setxkbmap} takes it
     */
    static VncDesktop startX0vncserver(Path folder, String layout) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        int port = LoopbackPorts.free();
        XDisplay x = XDisplay.start(
                List.of("Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "1280x800x24", "-dpi", "96"), folder);
        Process keyboard = new ProcessBuilder("setxkbmap", "-display", ":" + x.number(), "-layout", layout).start();
        if (keyboard.waitFor() != 0) {
            throw new IOException("setxkbmap -layout " + layout + " failed");
        }
        Process server = new ProcessBuilder(
                        "x0vncserver",
                        "-display",
                        ":" + x.number(),
                        "-SecurityTypes",
                        "None",
                        "-localhost",
                        "-rfbport",
                        Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("x0vncserver.log").toFile())
                .start();
        VncDesktop desktop =
                new VncDesktop(folder, x.number(), port, List.of(x.server(), windowManager(x, folder), server));
        Awaitility.await("x0vncserver listens").atMost(START).until(() -> LoopbackPorts.answers(port));
        return desktop;
    }

    private static Process windowManager(XDisplay x, Path folder) throws IOException {
        return windowManager(x, folder, "");
    }

    private static Process windowManager(XDisplay x, Path folder, String banner) throws IOException {
        Path configuration = Files.writeString(folder.resolve("openbox.xml"), RunDialog.added(Openbox.configuration()));
        ProcessBuilder openbox = new ProcessBuilder(
                        "sh",
                        "-c",
                        (banner.isEmpty() ? "" : banner + "\n") + "exec openbox --config-file \"$1\"",
                        "sh",
                        configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openbox.log").toFile());
        openbox.environment().put("DISPLAY", ":" + x.number());
        openbox.environment().put("HOME", folder.toString());
        return openbox.start();
    }

    /** A running X server, and the number of its display. */
    private record XDisplay(Process server, int number) {
        static XDisplay start(List<String> command, Path folder) throws IOException {
            XDisplay started = once(command, folder);
            // An X server of another test that ends at this moment may have removed the new one's socket, see XServer.
            for (int again = 0; again < 2 && !UnixSockets.answers(XServer.socket(started.number())); again++) {
                started.server().destroyForcibly();
                started = once(command, folder);
            }
            return started;
        }

        private static XDisplay once(List<String> command, Path folder) throws IOException {
            Path log = folder.resolve("x-server.log");
            Process server =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
            String line = out.readLine();
            if (line == null) {
                throw new IOException(command.get(0) + " did not start: " + Files.readString(log));
            }
            return new XDisplay(server, Integer.parseInt(line.strip()));
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

    /** Of its server, on the loopback address. */
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
        return processes.stream().allMatch(Process::isAlive) && (agent == null || agent.alive());
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
        for (int last = processes.size() - 1; last >= 0; last--) {
            Process process = processes.get(last);
            process.destroy();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                // Until the X server has ended, another must not take its number: it might remove that server's socket.
                process.destroyForcibly().waitFor();
            }
        }
    }
}
