package io.deskmeter.screen.rfb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real TigerVNC server of this test; it chooses a free display and prints its number. */
public final class RealXvnc implements AutoCloseable {
    private final Process process;
    private final int display;

    private RealXvnc(Process process, int display) {
        this.process = process;
        this.display = display;
    }

    public static boolean isInstalled() {
        return isInstalled("Xvnc");
    }

    static boolean isInstalled(String program) {
        return List.of(System.getenv("PATH").split(":")).stream()
                .anyMatch(d -> Files.isExecutable(Path.of(d, program)));
    }

    public static RealXvnc start(Path log, String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("Xvnc", "-displayfd", "1", "-geometry", "640x480", "-depth", "24", "-nolisten", "tcp"));
        command.addAll(List.of(options));
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        var out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
        String line = out.readLine();
        if (line == null) {
            throw new IOException("Xvnc did not start: " + Files.readString(log));
        }
        return new RealXvnc(process, Integer.parseInt(line.trim()));
    }

    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    public int display() {
        return display;
    }

    long pid() {
        return process.pid();
    }

    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
