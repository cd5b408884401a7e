package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.x.Framebuffer;
import io.deskmeter.testkit.x.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The truth is what a witness sees in the memory of the display that is watched. Not thread-safe. */
final class SeenBed implements Bed {
    private static final long PATIENCE_SECONDS = 20;

    private final ToldBed told;
    private final Path framebuffer;
    private final Scene scene;
    private @Nullable Witness witness;
    private @Nullable CompletableFuture<Witness.Sighting> sighting;

    /**
     * @param framebuffer the folder of the watched display's memory, there once the screen is open
     * @param scene what the program shows, at the display's top left
     */
    SeenBed(ToldBed told, Path framebuffer, Scene scene) {
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
        if (witness == null) {
            int[] without = scene.render(Scene.State.initial(), scene.markPlace());
            int[] with = scene.render(Scene.State.initial().withMark(true), scene.markPlace());
            witness = Witness.of(Framebuffer.open(framebuffer), with, scene.markPlace(), without);
        }
        sighting = witness.next();
    }

    @Override
    public Truth truth(long number) throws Exception {
        CompletableFuture<Witness.Sighting> expected = sighting;
        if (expected == null) {
            throw new IllegalStateException("witness: asked before it was told to expect anything");
        }
        return Truth.of(told.answer(number), expected.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    @Override
    public void close() throws Exception {
        if (witness != null) {
            witness.close();
        }
        told.close();
    }
}
