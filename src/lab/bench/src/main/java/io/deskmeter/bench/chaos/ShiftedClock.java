package io.deskmeter.bench.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The wall clock of one program, moved by a small library that is loaded into it. The monotonic clock stays, as on a
 * machine whose clock is set. libfaketime cannot be used: with it, each timed wait of a Java program ends at once.
 */
final class ShiftedClock {
    private static final Path COMPILER = Path.of("/usr/bin/cc");
    private static final String SOURCE = "shifted-clock.c";
    private static final int LIMIT_SECONDS = 60;

    private final Path library;
    private final Path file;

    private ShiftedClock(Path library, Path file) {
        this.library = library;
        this.file = file;
    }

    /** Whether this machine has a C compiler. */
    static boolean isPossible() {
        return Files.isExecutable(COMPILER);
    }

    /** Compiles the library into a folder, if it is not there yet. */
    static Path library(Path folder) throws IOException, InterruptedException {
        Path library = folder.resolve("shifted-clock.so");
        if (Files.exists(library)) {
            return library;
        }
        Path source = folder.resolve(SOURCE);
        try (InputStream text = Objects.requireNonNull(ShiftedClock.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(text, source);
        }
        Process compiler = new ProcessBuilder(
                        COMPILER.toString(),
                        "-O2",
                        "-shared",
                        "-fPIC",
                        "-o",
                        library.toString(),
                        source.toString(),
                        "-ldl")
                .inheritIO()
                .start();
        if (!compiler.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
            compiler.destroyForcibly();
            throw new IOException(
                    COMPILER + ": " + source + " cannot be compiled (expected: exit 0; hint: its output is above)");
        }
        return library;
    }

    /**
     * The right time, until it is moved.
     *
     * @param library of {@link #library(Path)}
     * @param file of the difference
     */
    static ShiftedClock right(Path library, Path file) throws IOException {
        ShiftedClock clock = new ShiftedClock(library, file);
        clock.move(0);
        return clock;
    }

    /** Variables of the program. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "DESKMETER_CLOCK", file.toString());
    }

    /** Moves it at once. */
    void move(int hours) throws IOException {
        ByteBuffer seconds = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        seconds.putLong(TimeUnit.HOURS.toSeconds(hours)).flip();
        // In place: programs have mapped the file.
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(seconds, 0);
        }
    }
}
