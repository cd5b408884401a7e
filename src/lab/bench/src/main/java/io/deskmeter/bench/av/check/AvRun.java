package io.deskmeter.bench.av.check;

import io.deskmeter.bench.CleanupHook;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What checks share.
 *
 * @param folder for files, private
 * @param quick few trials: only to see that it works
 * @param seed of all random numbers
 * @param clip the file of the clip that a player shows
 * @param rows receives rows
 * @param progress receives lines
 * @param cleaner ends programs if the user interrupts
 */
public record AvRun(
        Path folder,
        boolean quick,
        long seed,
        Path clip,
        Consumer<Map<String, @Nullable Object>> rows,
        Consumer<String> progress,
        CleanupHook cleaner) {

    /** Ends it at the end at the latest; its close() must be idempotent. */
    public <T extends AutoCloseable> T guard(T started) {
        return cleaner.guard(started);
    }

    public int trials(int usual, int few) {
        return quick ? few : usual;
    }

    /** A generator of its own for each use. */
    public Random random(int check) {
        return new Random(seed * 1_000 + check);
    }

    public void add(CheckRow row) {
        rows.accept(row.columns());
    }

    public void say(String line) {
        progress.accept(line);
    }
}
