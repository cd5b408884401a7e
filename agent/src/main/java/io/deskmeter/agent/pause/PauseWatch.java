package io.deskmeter.agent.pause;

import io.deskmeter.agent.concurrent.AgentThreads;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches this process for pauses while it is started. Thread-safe. */
public final class PauseWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PauseWatch.class);
    private static final Duration GENERATOR = Duration.ofMillis(10);

    /** Of an agent in a session: its wake-ups cost the machine that is measured. */
    private static final Duration IN_SESSION = Duration.ofMillis(50);

    private final Duration interval;
    private final PauseLog log;
    private @Nullable Thread thread;

    private PauseWatch(Duration interval, PauseLog log) {
        this.interval = interval;
        this.log = log;
    }

    /** For an agent that is not on the machine under test, or generates its load: any pause counts. */
    public static PauseWatch ofGenerator(LongSupplier nanoTime) {
        return new PauseWatch(GENERATOR, new PauseLog(GENERATOR.toNanos(), nanoTime));
    }

    /**
     * For an agent in a session under test: where that machine has no CPU for it, the platform is slow, and users see
     * it too.
     */
    public static PauseWatch inSession(LongSupplier nanoTime) {
        return new PauseWatch(IN_SESSION, new PauseLog(IN_SESSION.toNanos(), nanoTime, new CpuWait(nanoTime)));
    }

    /**
     * Notices nothing, as on a machine that does not tell a lack of CPU from a pause: for what is to work, however slow
     * this process is.
     */
    public static PauseWatch thatNoticesNothing(LongSupplier nanoTime) {
        return new PauseWatch(IN_SESSION, new PauseLog(IN_SESSION.toNanos(), nanoTime, nanoTime));
    }

    /** What it has noticed. */
    public Pauses pauses() {
        return log;
    }

    /** The longest pause since the last call; see {@link PauseLog#takeLongest}. */
    public long takeLongest() {
        return log.takeLongest();
    }

    /** Starts to watch; idempotent. The thread has the priority of those that stamp frames (decision 0013). */
    public synchronized void start() {
        if (thread == null) {
            thread = AgentThreads.thread("pause-watch", Thread.MAX_PRIORITY, this::watch);
            thread.start();
        }
    }

    private void watch() {
        log.begin();
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(interval.toNanos());
                log.beat();
            }
        } catch (InterruptedException e) {
            LOG.debug("pauses are no longer watched");
        } finally {
            log.end();
        }
    }

    /** Ends watching; it can be started again. */
    public synchronized void stop() {
        Thread watching = thread;
        thread = null;
        if (watching != null) {
            watching.interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }
}
