package io.deskmeter.testkit.x;

import io.deskmeter.testkit.truth.Answer;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.testkit.truth.TruthLog;
import io.deskmeter.testkit.truth.TruthProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real program on a real X display: fills it with the {@link Scene} and answers a key press with the landmark. Its
 * times are exact to one round trip to the X server: {@link Answer#shownBy()} is read after the server has confirmed
 * the drawing.
 *
 * <p>Two connections: one receives keys without delay, the other draws.
 */
public final class TruthWindow implements TruthProgram {
    private static final Logger LOG = LoggerFactory.getLogger(TruthWindow.class);
    /** The end of a delay is a busy wait, because the scheduler wakes threads late. */
    private static final long SPIN_NANOS = 200_000;

    private final XClient keys;
    private final XClient drawing;
    private final XWindow window;
    private final Scene scene;
    private final int[] marked;
    private final int[] unmarked;
    private final TruthLog log;
    private final Thread thread;
    /** Guarded by this. */
    private long number;

    private long delayNanos;
    private volatile boolean closed;

    /**
     * Fills a display.
     *
     * @param authority the file with its cookie; null if none is required
     * @param log receives answers, on a thread of this window
     */
    public TruthWindow(int display, @Nullable Path authority, TruthLog log) throws IOException {
        this.log = log;
        keys = new XClient(display, authority);
        // The window that receives the keys is below the one with the picture: the focus decides which window receives
        // keys, not the position.
        drawing = new XClient(display, authority);
        scene = new Scene(drawing.width(), drawing.height());
        marked = scene.render(Scene.State.initial().withMark(true), scene.markPlace());
        unmarked = scene.render(Scene.State.initial(), scene.markPlace());
        window = new XWindow(drawing, scene.width(), scene.height());
        window.image(scene.render(Scene.State.initial(), scene.bounds()), scene.bounds());
        // One pixel is enough to receive keys: the focus decides which window receives them, not the position.
        new XWindow(keys, 1, 1).movePointer(scene.width() / 4, scene.height() / 4);
        thread = new Thread(this::listen, "truth-window");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public synchronized void arm(long armedNumber, long armedDelayNanos) throws IOException {
        number = armedNumber;
        delayNanos = armedDelayNanos;
        mark(false);
    }

    @Override
    public synchronized void mark(boolean shown) throws IOException {
        window.image(shown ? marked : unmarked, scene.markPlace());
    }

    private void listen() {
        try {
            while (!closed) {
                XClient.Event event = keys.event();
                if (event.type() == XClient.KEY_PRESS) {
                    answer(event.readAt());
                }
            }
        } catch (IOException e) {
            if (!closed) {
                throw new UncheckedIOException("truth window: its display has ended", e);
            }
        }
    }

    /**
     * Once for each arming; an unexpected key is logged, because a test that sends input too early measures wrong
     * times.
     */
    private void answer(long inputAt) throws IOException {
        long answered;
        long delay;
        synchronized (this) {
            answered = number;
            delay = delayNanos;
            number = 0;
        }
        if (answered == 0) {
            LOG.warn("a key without an armed answer");
            return;
        }
        await(inputAt + delay);
        long from;
        long by;
        synchronized (this) {
            from = System.nanoTime();
            mark(true);
            by = System.nanoTime();
        }
        log.answered(new Answer(answered, inputAt, from, by, 0));
    }

    private static void await(long instant) {
        long left = instant - System.nanoTime();
        while (left > SPIN_NANOS) {
            LockSupport.parkNanos(left - SPIN_NANOS);
            left = instant - System.nanoTime();
        }
        while (instant - System.nanoTime() > 0) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        keys.close();
        drawing.close();
    }
}
