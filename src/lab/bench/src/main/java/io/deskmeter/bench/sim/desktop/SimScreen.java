package io.deskmeter.bench.sim.desktop;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/** A screen without a desktop: shows the given pictures immediately, and passes input on. Thread-safe. */
final class SimScreen implements Screen {
    private final Frame frame;
    private final FrameListener listener;
    private final Executor executor;
    private final Consumer<InputEvent> input;
    private volatile boolean closed;
    /** On the executor only. */
    private long sequence;

    SimScreen(int width, int height, FrameListener listener, Executor executor, Consumer<InputEvent> input) {
        this.frame = new Frame(width, height);
        this.listener = listener;
        this.executor = executor;
        this.input = input;
    }

    /** A picture arrives now; the painter runs on the listener's executor and returns what it has changed. */
    void show(Function<Frame, Rect> painter) {
        long arrivedAt = System.nanoTime();
        executor.execute(() -> {
            if (!closed) {
                Rect damage = painter.apply(frame);
                listener.onFrame(new FrameUpdate(frame, List.of(damage), arrivedAt, ++sequence));
            }
        });
    }

    /** Breaks the connection. */
    void lose(String why) {
        executor.execute(() -> {
            if (!closed) {
                closed = true;
                listener.onLost(new ScreenException(why));
            }
        });
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        if (closed) {
            return CompletableFuture.failedFuture(new ScreenException("screen: closed"));
        }
        long firedAt = System.nanoTime();
        events.forEach(input);
        return CompletableFuture.completedFuture(firedAt);
    }

    @Override
    public void close() {
        closed = true;
    }
}
