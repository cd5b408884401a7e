package io.deskmeter.controller.faults;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Collects internal errors of this process: their number, the latest ones, and the first fatal one. Thread-safe. */
@Component
public final class InternalFaults {
    private static final Logger LOG = LoggerFactory.getLogger(InternalFaults.class);

    private final InstantSource wall;
    private long count;
    private @Nullable Fault latest;
    private @Nullable Fault fatal;

    public InternalFaults(InstantSource wall) {
        this.wall = wall;
    }

    /**
     * A fault.
     *
     * @param at a label
     * @param where what was being done
     * @param what the exception
     */
    public record Fault(Instant at, String where, String what) {}

    /**
     * Reports an unexpected exception. An error of the JVM (no memory, no threads) is {@link #fatal}, because its other
     * effects are unknown, and ends a program.
     *
     * @param where the failed task, for display
     */
    public void report(String where, Throwable fault) {
        note(where, fault, FatalErrors.isFatal(fault));
        FatalErrors.caught(fault);
    }

    /** Reports that the process cannot continue correctly, for example because a run could not be ended. */
    public void reportFatal(String where, Throwable fault) {
        note(where, fault, true);
    }

    private void note(String where, Throwable fault, boolean isFatal) {
        keep(new Fault(wall.instant(), where, String.valueOf(fault)), isFatal);
        LOG.error("{}: internal fault{}", where, isFatal ? ", restart this controller" : "", fault);
    }

    private synchronized void keep(Fault fault, boolean isFatal) {
        count++;
        latest = fault;
        if (isFatal && fatal == null) {
            fatal = fault;
        }
    }

    /** The number since the process started. */
    public synchronized long count() {
        return count;
    }

    /** The latest, empty if there was none. */
    public synchronized Optional<Fault> latest() {
        return Optional.ofNullable(latest);
    }

    /** The first error after which this process cannot continue correctly: its health is down until it is restarted. */
    public synchronized Optional<Fault> fatal() {
        return Optional.ofNullable(fatal);
    }
}
