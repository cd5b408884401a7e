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
 * A real program on a real X display: fills it with the {@link Scene} and answers a key press with the landmark. What it tells is true to one
 * round trip to the X server: {@link Answer#shownBy()} is read after the server has said that it has drawn.
 *
 * <p>Two connections: keys come on one and wait for nothing, drawing goes out on the other.
 */
public final class TruthWindow implements TruthProgram {
    private static final Logger LOG = LoggerFactory.getLogger(TruthWindow.class);
    /** The last of a delay is spent awake: the scheduler wakes sleepers up late. */
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
     * @param authority the file with its cookie; null if it asks for none
     * @param log hears of answers, on a thread of this window
     */
    public TruthWindow(int display, @Nullable Path authority, TruthLog log) throws IOException {
        this.log = log;
        keys = new XClient(display, authority);
        // The window that hears the keys lies below the one that is drawn on: the focus decides who hears, not the
        // place.
        drawing = new XClient(display, authority);
        scene = new Scene(drawing.width(), drawing.height());
        marked = scene.render(Scene.State.initial().withMark(true), scene.markPlace());
        unmarked = scene.render(Scene.State.initial(), scene.markPlace());
        window = new XWindow(drawing, scene.width(), scene.height());
        window.image(scene.render(Scene.State.initial(), scene.bounds()), scene.bounds());
        // One pixel is enough to hear keys: the focus decides who hears, not the place.
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

    /** Once for each arming; a key that is none's is logged, for a test that fires too early measures nonsense. */
    private void answer(long inputAt) throws IOException {
        long answered;
        long delay;
        synchronized (this) {
            answered = number;
            delay = delayNanos;
            number = 0;
        }
        if (answered == 0) {
            LOG.warn("a key that nobody has armed an answer for");
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
