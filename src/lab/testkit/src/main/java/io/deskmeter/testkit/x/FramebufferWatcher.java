package io.deskmeter.testkit.x;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Polls the framebuffer for one picture on its own thread, thousands of times per second, and reports between which two
 * polls it appeared.
 *
 * <p>Thread-safe.
 */
public final class FramebufferWatcher implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 10;

    private final BooleanSupplier there;
    private final long restNanos;
    private final Thread thread;
    private volatile @Nullable Watch wanted;
    private volatile boolean closed;

    /**
     * When the picture appeared. Instants are monotonic nanoseconds.
     *
     * @param lastWithout read before the last poll that did not find it
     * @param firstWith read after the first poll that found it
     */
    public record Sighting(long lastWithout, long firstWith) {}

    /**
     * @param there polls for the picture; must be cheap
     * @param restNanos between two polls
     */
    @SuppressWarnings("ThreadPriorityCheck") // a late watcher gives wider intervals
    public FramebufferWatcher(BooleanSupplier there, long restNanos) {
        this.there = there;
        this.restNanos = restNanos;
        this.thread = new Thread(this::watch, "framebuffer-watcher");
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
    }

    /**
     * Watches for a picture in a framebuffer: reads a few of its pixels, including the last one of the last row, at
     * least 5000 times per second.
     */
    public static FramebufferWatcher of(Framebuffer framebuffer, int[] picture, Rect place, int[] without) {
        List<Integer> telling = telling(picture, without);
        return new FramebufferWatcher(
                () -> {
                    for (int i : telling) {
                        int x = place.x() + i % place.width();
                        int y = place.y() + i / place.width();
                        if (framebuffer.pixel(x, y) != (picture[i] & 0xFFFFFF)) {
                            return false;
                        }
                    }
                    return true;
                },
                100_000);
    }

    /** The last pixel in which the two pictures differ, and some before. */
    private static List<Integer> telling(int[] picture, int[] without) {
        List<Integer> differing = new ArrayList<>();
        for (int i = 0; i < picture.length; i++) {
            if (((picture[i] ^ without[i]) & 0xFFFFFF) != 0) {
                differing.add(i);
            }
        }
        int last = differing.size() - 1;
        return List.of(differing.get(last), differing.get(last / 2), differing.get(0));
    }

    /**
     * Waits until the picture is absent, and then until it appears.
     *
     * @return once the picture is absent; completes when it appears
     * @throws IllegalStateException if it is visible for ten seconds
     */
    public CompletableFuture<Sighting> next() throws InterruptedException {
        Watch watch = new Watch(new CountDownLatch(1), new CompletableFuture<>());
        wanted = watch;
        LockSupport.unpark(thread);
        if (!watch.absent.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("watcher: the picture has been visible for " + TIMEOUT_SECONDS
                    + " s (expected: absent before it appears)");
        }
        return watch.sighting;
    }

    private record Watch(CountDownLatch absent, CompletableFuture<Sighting> sighting) {}

    private void watch() {
        while (!closed) {
            Watch asked = wanted;
            if (asked == null || asked.sighting.isDone()) {
                LockSupport.park(this);
            } else {
                see(asked);
            }
        }
    }

    private void see(Watch asked) {
        long without = Long.MIN_VALUE;
        while (!closed && asked.equals(wanted)) {
            long before = System.nanoTime();
            if (!there.getAsBoolean()) {
                without = before;
                asked.absent.countDown();
            } else if (without != Long.MIN_VALUE) {
                asked.sighting.complete(new Sighting(without, System.nanoTime()));
                return;
            }
            LockSupport.parkNanos(restNanos);
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
