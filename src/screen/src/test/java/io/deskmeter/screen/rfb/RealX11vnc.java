package io.deskmeter.screen.rfb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A private X display that a real x11vnc serves. x11vnc has another code base than TigerVNC, with other encoders. */
final class RealX11vnc implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();
    private int display;
    private int port;

    private RealX11vnc() {}

    static boolean isInstalled() {
        return isInstalled("Xvfb") && isInstalled("x11vnc");
    }

    private static boolean isInstalled(String program) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(d -> Files.isExecutable(Path.of(d, program)));
    }

    /** @param depth of the display: 24, or 8 for a display with palette indexes as pixels */
    static RealX11vnc start(Path folder, int depth) throws IOException, InterruptedException {
        RealX11vnc server = new RealX11vnc();
        try {
            String screen = TestPicture.WIDTH + "x" + TestPicture.HEIGHT + "x" + depth;
            server.display = Integer.parseInt(server.run(
                    folder.resolve("xvfb.log"),
                    "",
                    List.of("Xvfb", "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp")));
            server.port = Integer.parseInt(server.run(folder.resolve("x11vnc.log"), "PORT=", server.x11vnc()));
            return server;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private List<String> x11vnc() throws IOException {
        List<String> command = new ArrayList<>(List.of("x11vnc", "-display", ":" + display, "-norc", "-nopw", "-q"));
        command.addAll(List.of("-listen", "127.0.0.1", "-noipv6", "-rfbport", String.valueOf(freePort())));
        command.addAll(List.of("-forever", "-shared", "-nocursor", "-wait", "5", "-defer", "5"));
        return command;
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            return probe.getLocalPort();
        }
    }

    /** Starts a program and reads its output up to the line with this prefix. */
    private String run(Path log, String prefix, List<String> command) throws IOException {
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        processes.add(0, process);
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        for (@Nullable String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith(prefix)) {
                return line.substring(prefix.length()).trim();
            }
        }
        throw new IOException(command.get(0) + " did not start: " + Files.readString(log));
    }

    int display() {
        return display;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public void close() throws InterruptedException {
        for (Process each : processes) {
            each.destroy();
            if (!each.waitFor(5, TimeUnit.SECONDS)) {
                each.destroyForcibly();
            }
        }
    }
}
