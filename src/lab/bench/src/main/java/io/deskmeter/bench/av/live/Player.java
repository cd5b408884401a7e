package io.deskmeter.bench.av.live;

import io.deskmeter.bench.process.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Programs of PulseAudio that play or record, as clients of one server.
 *
 * @param server as in {@code PULSE_SERVER}
 * @param cookie its file
 * @param folder for configuration and logs
 */
record Player(String server, Path cookie, Path folder) {
    private static final long LONGEST_SECONDS = 60;

    static boolean isInstalled() {
        return Programs.isInstalled("pacat") && Programs.isInstalled("paplay");
    }

    /** Plays samples to their end; its buffer holds so many milliseconds. */
    Process play(Path pcm, int bufferMillis) throws IOException {
        return start(List.of(
                        "pacat",
                        "--playback",
                        "--raw",
                        "--rate=48000",
                        "--channels=2",
                        "--format=s16le",
                        "--latency-msec=" + bufferMillis,
                        pcm.toString()))
                .start();
    }

    /** Not yet started; its standard error goes to a file. */
    ProcessBuilder start(List<String> command) throws IOException {
        Path settings = folder.resolve("client.conf");
        if (!Files.exists(settings)) {
            // Memory that is shared with the server would not pass the relay.
            Files.writeString(settings, "autospawn = no\nenable-shm = no\n");
        }
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command))
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("players.log").toFile()));
        builder.environment().put("PULSE_SERVER", server);
        builder.environment().put("PULSE_COOKIE", cookie.toString());
        builder.environment().put("PULSE_CLIENTCONFIG", settings.toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder;
    }

    /** Waits for the end of a program that was started. */
    static void await(Process process) throws IOException, InterruptedException {
        try (InputStream out = process.getInputStream()) {
            out.readAllBytes();
        }
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            end(process);
            throw new IOException(
                    "player: exit code " + process.exitValue() + " (expected: 0; hint: is the sound server there?)");
        }
    }

    static void end(Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
