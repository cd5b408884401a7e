package io.deskmeter.bench.av.file;

import io.deskmeter.bench.process.Programs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code ffmpeg}, where it is installed. */
final class Ffmpeg {
    private static final long MINUTES = 5;

    private final Path log;

    /** @param folder for its output */
    Ffmpeg(Path folder) {
        this.log = folder.resolve("ffmpeg.log");
    }

    static boolean isInstalled() {
        return Programs.isInstalled("ffmpeg");
    }

    /**
     * Runs it to its end.
     *
     * @throws IOException if it fails; the message has the last line that it printed
     */
    void run(List<String> arguments) throws IOException, InterruptedException {
        Process process = builder(arguments)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new IOException(
                    "ffmpeg " + arguments + ": still running (expected: an end within " + MINUTES + " min)");
        }
        check(process, arguments);
    }

    /** What it does with the bytes that it writes to its standard output. */
    interface Reader {
        void read(InputStream out) throws IOException;
    }

    /** Runs it, and reads its standard output to the end. */
    void read(List<String> arguments, Reader reader) throws IOException, InterruptedException {
        Process process = builder(arguments).redirectError(log.toFile()).start();
        try (InputStream out = process.getInputStream()) {
            reader.read(out);
        } catch (IOException e) {
            process.destroyForcibly().waitFor();
            throw e;
        }
        process.waitFor();
        check(process, arguments);
    }

    private ProcessBuilder builder(List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of("ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y"));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    private void check(Process process, List<String> arguments) throws IOException {
        if (process.exitValue() != 0) {
            List<String> lines = Files.readAllLines(log);
            throw new IOException("ffmpeg " + arguments + ": exit code " + process.exitValue() + " (expected: 0): "
                    + (lines.isEmpty() ? "" : lines.get(lines.size() - 1)));
        }
    }
}
