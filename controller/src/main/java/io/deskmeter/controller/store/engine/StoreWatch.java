package io.deskmeter.controller.store.engine;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Asks the store every second whether it answers, so that others know without asking: a database that hangs does not
 * refuse, it is silent. Thread-safe.
 */
@Component
public final class StoreWatch {
    private static final Logger LOG = LoggerFactory.getLogger(StoreWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** A shared store that has not answered for so long is taken for one that does not answer. */
    private static final Duration SHARED_PATIENCE = Duration.ofSeconds(5);

    /**
     * No network and no other process keeps a file from answering, only a slow disk: what it has not written is soon
     * written.
     */
    private static final Duration FILE_PATIENCE = Duration.ofSeconds(30);

    /**
     * Waiting is counted in steps: where this process itself is suspended, the time until it goes on is one of them.
     */
    public static final Duration STEP = Duration.ofMillis(100);

    private final ControlConnections control;
    private final StoreLocation location;
    private final ScheduledExecutorService timer;
    private final ScheduledExecutorService steps;

    /** Since the question that is not answered; 0 while there is none. */
    private final AtomicInteger waited = new AtomicInteger();

    private volatile boolean asking;
    private volatile @Nullable String failure;

    StoreWatch(ControlConnections control, StoreLocation location, InternalFaults faults) {
        this.control = control;
        this.location = location;
        this.timer = ControllerThreads.timers("store-watch", faults);
        this.steps = ControllerThreads.timers("store-watch-steps", faults);
    }

    @EventListener(ApplicationStartedEvent.class)
    void start() {
        Future<?> unused =
                timer.scheduleWithFixedDelay(this::ask, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        Future<?> unusedToo =
                steps.scheduleWithFixedDelay(this::step, STEP.toMillis(), STEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void step() {
        if (asking) {
            waited.incrementAndGet();
        }
    }

    void ask() {
        waited.set(0);
        asking = true;
        String before = failure;
        try {
            control.sql("select 1").query(Integer.class).single();
            failure = null;
            if (before != null) {
                LOG.warn("store: the {} answers again", location.label());
            }
        } catch (DataAccessException e) {
            failure = String.valueOf(e.getMostSpecificCause().getMessage());
            if (before == null) {
                LOG.error("store: {}: {}", silent(), failure);
            }
        } finally {
            asking = false;
        }
    }

    /** That the store does not answer, for people; empty if it does. */
    public Optional<String> silence() {
        boolean tooLong = asking && waited.get() > mostSteps();
        return tooLong || failure != null ? Optional.of(silent()) : Optional.empty();
    }

    /** How many steps of waiting are too many. */
    public int mostSteps() {
        return (int) (patience().toMillis() / STEP.toMillis());
    }

    /** How long the store may take to answer. */
    public Duration patience() {
        return location.shared() ? SHARED_PATIENCE : FILE_PATIENCE;
    }

    private String silent() {
        return "the " + (location.shared() ? location.label() : "store " + location.label())
                + " does not answer (expected: within " + patience().toSeconds()
                + " s; hint: " + (location.shared() ? "see the log of its server, and the disk" : "see the disk") + ")";
    }

    @PreDestroy
    void close() {
        timer.shutdownNow();
        steps.shutdownNow();
    }
}
