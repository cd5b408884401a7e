package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.x.Framebuffer;
import io.deskmeter.testkit.x.FramebufferWatcher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The truth is read from the memory of the observed display. Not thread-safe. */
final class ObservedTruthScreen implements TruthScreen {
    private static final long TIMEOUT_SECONDS = 20;

    private final SelfReportedTruthScreen told;
    private final Path framebuffer;
    private final Scene scene;
    private @Nullable FramebufferWatcher watcher;
    private @Nullable CompletableFuture<FramebufferWatcher.Sighting> sighting;

    /**
     * @param framebuffer the folder of the observed display's memory, which exists once the screen is open
     * @param scene the picture of the program, at the display's top left
     */
    ObservedTruthScreen(SelfReportedTruthScreen told, Path framebuffer, Scene scene) {
        this.told = told;
        this.framebuffer = framebuffer;
        this.scene = scene;
    }

    @Override
    public CompletableFuture<Screen> open(FrameListener listener, Executor executor) {
        return told.open(listener, executor);
    }

    @Override
    public void arm(long number, long delayNanos) throws IOException {
        told.arm(number, delayNanos);
    }

    @Override
    public void expect() throws IOException, InterruptedException {
        if (watcher == null) {
            int[] without = scene.render(Scene.State.initial(), scene.markPlace());
            int[] with = scene.render(Scene.State.initial().withMark(true), scene.markPlace());
            watcher = FramebufferWatcher.of(Framebuffer.open(framebuffer), with, scene.markPlace(), without);
        }
        sighting = watcher.next();
    }

    @Override
    public Truth truth(long number) throws Exception {
        CompletableFuture<FramebufferWatcher.Sighting> expected = sighting;
        if (expected == null) {
            throw new IllegalStateException("watcher: used before expect() (expected: expect() first)");
        }
        Answer answer = told.answer(number);
        try {
            return Truth.of(answer, expected.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException e) {
            throw new IOException(
                    "watcher: no landmark in the display's memory within " + TIMEOUT_SECONDS
                            + " s (expected: it, as the program has drawn it)",
                    e);
        }
    }

    @Override
    public void close() throws Exception {
        if (watcher != null) {
            watcher.close();
        }
        told.close();
    }
}
