package io.deskmeter.screen.awt;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.FrameDifference;
import io.deskmeter.screen.shared.InputBatch;
import io.deskmeter.screen.shared.PointerGuard;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One monitor. One thread of its own captures and another sends input, which does not wait for captures; the screen's
 * serial executor compares, calls the listener and completes futures. No capture is taken while the listener processes
 * the previous one.
 */
final class AwtScreen implements Screen {
    private static final long REPEAT_GAP_MILLIS = 20;

    private final AwtSettings settings;
    private final FrameListener listener;
    private final Executor executor;
    private final LongSupplier nanoTime;
    private final Threads threads;
    private final AwtCapture camera;
    private final AwtInput input;
    private final Consumer<Screen> onEnd;
    private final PointerGuard pointer = new PointerGuard();
    private final AtomicReference<ScreenException> end = new AtomicReference<>();

    /** Owned by the thread of the input. */
    private int lastKey = InputBatch.NONE;

    private long lastKeyAt;

    /** Owned by the executor. */
    private @Nullable Frame store;

    private long sequence;

    /** Its threads. */
    record Threads(ScheduledExecutorService captures, ExecutorService input) {
        void end() {
            captures.shutdown();
            input.shutdown();
        }
    }

    AwtScreen(
            AwtSettings settings,
            FrameListener listener,
            Executor executor,
            LongSupplier nanoTime,
            Threads threads,
            AwtCapture camera,
            AwtInput input,
            Consumer<Screen> onEnd) {
        this.settings = settings;
        this.listener = listener;
        this.executor = executor;
        this.nanoTime = nanoTime;
        this.threads = threads;
        this.camera = camera;
        this.input = input;
        this.onEnd = onEnd;
    }

    /** On the thread of the captures. */
    void capture() {
        if (end.get() != null) {
            return;
        }
        try {
            Frame capture = camera.capture();
            long at = nanoTime.getAsLong();
            run(() -> show(capture, at));
        } catch (RuntimeException | Error e) {
            run(() -> lose("cannot be captured: " + e + " (expected: a desktop that remains available)", e));
        }
    }

    private void show(Frame capture, long at) {
        if (end.get() != null) {
            return;
        }
        try {
            List<Rect> damage = take(capture);
            Frame shown = store;
            pointer.desktopIs(capture.width(), capture.height());
            if (!damage.isEmpty() && shown != null) {
                listener.onFrame(new FrameUpdate(shown, damage, at, ++sequence));
            }
        } catch (RuntimeException | Error e) {
            lose(ScreenException.ofDefect("AWT screen: a listener failed with " + e, e));
            return;
        }
        captureLater();
    }

    private List<Rect> take(Frame capture) {
        Frame old = store;
        store = capture;
        return old == null || old.width() != capture.width() || old.height() != capture.height()
                ? List.of(capture.bounds())
                : FrameDifference.between(old, capture);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // ends with the thread
    private void captureLater() {
        try {
            threads.captures().schedule(this::capture, settings.period().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            end.compareAndSet(null, new ScreenException("AWT screen: closed", e));
        }
    }

    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        AwtInput.check(events);
        CompletableFuture<Long> result = new CompletableFuture<>();
        try {
            List<InputBatch> bursts = InputBatch.split(pointer.admit(events));
            threads.input().execute(() -> fire(bursts, result));
        } catch (ScreenException e) {
            result.completeExceptionally(e);
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new ScreenException("AWT screen: input not sent: closed", e));
        }
        return result;
    }

    private void fire(List<InputBatch> bursts, CompletableFuture<Long> result) {
        try {
            ScreenException gone = end.get();
            if (gone != null) {
                throw new ScreenException("AWT screen: input not sent: " + gone.getMessage(), gone);
            }
            for (InputBatch burst : bursts) {
                input.checkKeys(burst.events());
            }
            for (InputBatch burst : bursts) {
                long at = send(burst);
                run(() -> result.complete(at)); // of the first; the others find it complete
            }
        } catch (ScreenException e) {
            run(() -> result.completeExceptionally(e));
        } catch (IllegalArgumentException e) {
            run(() -> result.completeExceptionally(new ScreenException(
                    "AWT screen: " + e.getMessage() + " (expected: keys that the desktop's keyboard has)", e)));
        }
    }

    /** Applications treat two presses of one key within one millisecond as one press. */
    private long send(InputBatch burst) {
        int key = burst.firstKey();
        if (key != InputBatch.NONE
                && key == lastKey
                && nanoTime.getAsLong() - lastKeyAt < TimeUnit.MILLISECONDS.toNanos(REPEAT_GAP_MILLIS)) {
            input.pause((int) REPEAT_GAP_MILLIS);
        }
        long at = input.send(burst.events());
        if (burst.lastKey() != InputBatch.NONE) {
            lastKey = burst.lastKey();
            lastKeyAt = at;
        }
        return at;
    }

    @Override
    public void close() {
        if (end.compareAndSet(null, new ScreenException("AWT screen: closed by its user"))) {
            shut();
        }
    }

    /** On the executor. */
    private void lose(String why, @Nullable Throwable cause) {
        lose(new ScreenException("AWT screen: " + why, cause));
    }

    private void lose(ScreenException lost) {
        if (end.compareAndSet(null, lost)) {
            shut();
            listener.onLost(lost);
        }
    }

    private void shut() {
        try {
            threads.input().execute(input::letGo);
        } catch (RejectedExecutionException e) {
            end.compareAndSet(null, new ScreenException("AWT screen: closed", e));
        }
        threads.end();
        onEnd.accept(this);
    }

    private void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            if (end.compareAndSet(null, new ScreenException("AWT screen: its executor rejects tasks", e))) {
                shut();
            }
        }
    }
}
