package io.deskmeter.controller.store;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Asks the store every second whether it answers, so that others know without asking: a database that hangs does not refuse, it is silent. Thread-safe. */
@Component
public final class StoreWatch {
    private static final Logger log = LoggerFactory.getLogger(StoreWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** A store that has not answered for so long is taken for one that does not answer. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ControlConnections control;
    private final StoreLocation location;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService timer;

    private volatile boolean asking;
    private volatile long askedAt;
    private volatile @Nullable String failure;

    StoreWatch(ControlConnections control, StoreLocation location, LongSupplier nanoTime, InternalFaults faults) {
        this.control = control;
        this.location = location;
        this.nanoTime = nanoTime;
        this.timer = ControllerThreads.timers("store-watch", faults);
    }

    @EventListener(ApplicationStartedEvent.class)
    void start() {
        Future<?> unused =
                timer.scheduleWithFixedDelay(this::ask, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    void ask() {
        askedAt = nanoTime.getAsLong();
        asking = true;
        String before = failure;
        try {
            control.sql("select 1").query(Integer.class).single();
            failure = null;
            if (before != null) {
                log.warn("store: the {} answers again", location.label());
            }
        } catch (DataAccessException e) {
            failure = String.valueOf(e.getMostSpecificCause().getMessage());
            if (before == null) {
                log.error("store: {}: {}", silent(), failure);
            }
        } finally {
            asking = false;
        }
    }

    /** That the store does not answer, for people; empty if it does. */
    public Optional<String> silence() {
        boolean tooLong = asking && nanoTime.getAsLong() - askedAt > PATIENCE.toNanos();
        return tooLong || failure != null ? Optional.of(silent()) : Optional.empty();
    }

    private String silent() {
        return "the " + (location.shared() ? location.label() : "store " + location.label())
                + " does not answer (expected: within " + PATIENCE.toSeconds()
                + " s; hint: see the log of its server, and the disk)";
    }

    @PreDestroy
    void close() {
        timer.shutdownNow();
    }
}
