package io.deskmeter.e2e;

import io.deskmeter.testkit.truth.Relay;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the sound of a session to a port of this machine, apart from its picture: the session's PulseAudio plays to
 * nothing, {@code parec} takes what it plays through a relay that delays it, and {@code pacat} plays it at the port. So
 * the player knows nothing of the delay, and does not make up for it.
 */
final class SoundTunnel implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SoundTunnel.class);
    private static final Duration START = Duration.ofMinutes(2);
    private static final List<String> FORMAT = List.of("--raw", "--format=s16le", "--rate=48000", "--channels=2");
    private static final int CHUNK = 4_096;
    /**
     * A second: what the first sounds of the way are late by, while its programs start, must not stay in its buffers.
     */
    private static final int LEFT_OUT = 192_000;

    private final Path folder;
    private final int port;
    private final Duration buffer;
    private final Process server;
    private final Relay relay;
    private final LostPackets lost;
    private final List<Process> started = new ArrayList<>();
    private final CompletableFuture<Void> sounding = new CompletableFuture<>();
    private volatile boolean closed;

    private SoundTunnel(Path folder, int port, Duration buffer, Process server, Relay relay, LostPackets lost) {
        this.folder = folder;
        this.port = port;
        this.buffer = buffer;
        this.server = server;
        this.relay = relay;
        this.lost = lost;
    }

    /**
     * Starts the session's server, and plays at the port as soon as somebody listens there.
     *
     * @param folder for its files
     * @param port of the client agent
     * @param line between the session and the port
     * @param buffer of the player at the port, in which the sound waits
     * @param lost on the way
     */
    static SoundTunnel start(Path folder, int port, Relay.Shape line, Duration buffer, LostPackets lost)
            throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("client.conf"), "autospawn = no\nenable-shm = no\n");
        Path socket = folder.resolve("native");
        Process server = start(
                folder,
                Map.of(),
                "server",
                List.of(
                        "pulseaudio",
                        "-n",
                        "--daemonize=no",
                        "--use-pid-file=no",
                        "--exit-idle-time=-1",
                        "--load=module-null-sink sink_name=out format=s16le rate=48000 channels=2",
                        "--load=module-native-protocol-unix auth-anonymous=1 socket=" + socket));
        Awaitility.await("the session's PulseAudio listens").atMost(START).until(() -> Files.exists(socket));
        Relay relay = Relay.start(folder.resolve("relay"), UnixDomainSocketAddress.of(socket), line);
        SoundTunnel tunnel = new SoundTunnel(folder, port, buffer, server, relay, lost);
        Thread thread = new Thread(tunnel::carry, "sound-tunnel");
        thread.setDaemon(true);
        thread.start();
        return tunnel;
    }

    /** The secret of the client agent's user, where PulseAudio looks for it. */
    static void writeCookie(Path home) throws IOException {
        byte[] secret = new byte[256];
        new SecureRandom().nextBytes(secret);
        Files.write(Files.createDirectories(home.resolve(".config/pulse")).resolve("cookie"), secret);
    }

    /** For the programs of the session. */
    Map<String, String> environment() {
        return Map.of("PULSE_SERVER", "unix:" + folder.resolve("native"));
    }

    Relay relay() {
        return relay;
    }

    /** Completes with the first sound. */
    CompletableFuture<Void> sounding() {
        return sounding;
    }

    private static Process start(Path folder, Map<String, String> environment, String name, List<String> command)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve(name + ".log").toFile());
        Map<String, String> all = new TreeMap<>(environment);
        all.put("HOME", folder.toString());
        all.put("XDG_RUNTIME_DIR", folder.toString());
        all.put("PULSE_CLIENTCONFIG", folder.resolve("client.conf").toString());
        builder.environment().putAll(all);
        return builder.start();
    }

    /** SIGKILL of the session's PulseAudio: nothing is carried any more, and the player at the port ends. */
    void killServer() {
        server.destroyForcibly();
    }

    private void carry() {
        try {
            Map<String, String> here =
                    Map.of("PULSE_SERVER", "tcp:127.0.0.1:" + port, "PULSE_COOKIE", cookie().toString());
            Awaitility.await("the client agent listens at port " + port)
                    .atMost(START)
                    .until(() -> closed || answers(here, "info").contains("deskmeter"));
            // It plays before anything comes, so that nothing waits on the way.
            Process player =
                    begin(here, "pacat", List.of("pacat", "--playback", "--latency-msec=" + buffer.toMillis()));
            Awaitility.await("pacat plays")
                    .atMost(START)
                    .until(() -> closed || answers(here, "list", "sink-inputs").contains("Sink Input #"));
            Process recorder = begin(
                    Map.of("PULSE_SERVER", "unix:" + folder.resolve("relay")),
                    "parec",
                    List.of("parec", "--device=out.monitor", "--latency-msec=10"));
            recorder.getInputStream().skipNBytes(LEFT_OUT);
            try (OutputStream sound = player.getOutputStream()) {
                copy(recorder.getInputStream(), sound);
            }
        } catch (IOException | RuntimeException | Error e) {
            if (sounding.isDone()) {
                // The client agent no longer listens when its session has ended; what is lost before is seen in the
                // samples.
                LOG.info("the sound is carried to its end: {}", e.toString());
            } else if (!closed) {
                LOG.error("the sound is not carried any more", e);
                sounding.completeExceptionally(e);
            }
        }
    }

    private Path cookie() {
        return folder.getParent().resolve(".config/pulse/cookie");
    }

    private Process begin(Map<String, String> environment, String name, List<String> command) throws IOException {
        List<String> all = new ArrayList<>(command);
        all.addAll(FORMAT);
        Process process = start(folder, environment, name, all);
        synchronized (started) {
            started.add(process);
        }
        return process;
    }

    private String answers(Map<String, String> environment, String... question) throws IOException {
        List<String> command = new ArrayList<>(List.of("pactl"));
        command.addAll(List.of(question));
        Process asked = start(folder, environment, "pactl", command);
        return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private void copy(InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[CHUNK];
        for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
            for (int i = 0; i < count && !sounding.isDone(); i++) {
                if (bytes[i] != 0) {
                    sounding.complete(null);
                }
            }
            lost.pass(bytes, count);
            to.write(bytes, 0, count);
            to.flush();
        }
    }

    @Override
    public void close() throws Exception {
        closed = true;
        List<Process> all;
        synchronized (started) {
            all = new ArrayList<>(started);
        }
        all.add(server);
        for (Process process : all) {
            process.destroy();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        relay.close();
    }
}
