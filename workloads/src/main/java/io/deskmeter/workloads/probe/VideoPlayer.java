package io.deskmeter.workloads.probe;

import java.awt.Rectangle;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/** A program that plays a video in a window of its own over the stage. */
final class VideoPlayer implements AutoCloseable {
    /** In the words of the command: the place of the window as X11 writes it, {@code 640x360+240+300}. */
    static final String PLACE = "{place}";

    private static final long SECONDS_TO_END = 5;

    private final Process process;
    private volatile boolean closed;

    private VideoPlayer(Process process) {
        this.process = process;
    }

    /**
     * Starts the program. What it prints, this program prints.
     *
     * @param command in which {@value #PLACE} stands for the place of the window
     * @param place in pixels of the screen
     * @throws IOException if it cannot be started
     */
    static VideoPlayer start(List<String> command, Rectangle place) throws IOException {
        String geometry = place.width + "x" + place.height + "+" + place.x + "+" + place.y;
        List<String> words =
                command.stream().map(word -> word.replace(PLACE, geometry)).toList();
        return new VideoPlayer(new ProcessBuilder(words).inheritIO().start());
    }

    /** Calls with the exit code, on any thread, when the program has ended without having been closed from here. */
    void whenEnded(IntConsumer listener) {
        var unused = process.onExit().thenAccept(ended -> {
            if (!closed) {
                listener.accept(ended.exitValue());
            }
        });
    }

    /** Ends the program. */
    @Override
    public void close() {
        closed = true;
        process.destroy();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
