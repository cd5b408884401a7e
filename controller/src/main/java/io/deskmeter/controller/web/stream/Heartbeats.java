package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.faults.ControllerThreads;
import io.deskmeter.controller.faults.InternalFaults;
import jakarta.annotation.PreDestroy;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Sends a comment to each idle event stream every ten seconds, so that a client can detect a lost controller or
 * connection, and the controller detects clients that have disconnected. Ends those whose readers may not read any
 * more: their session or their secret has ended; so it does with requests that wait.
 */
@Component
public final class Heartbeats {
    /** Clients may treat a stream as lost after several missing heartbeats. */
    static final long EVERY_SECONDS = 10;

    private final List<Supplier<? extends Collection<? extends HeartbeatStream>>> streams =
            new CopyOnWriteArrayList<>();
    private final InternalFaults faults;
    private final ScheduledExecutorService timer;

    Heartbeats(InternalFaults faults) {
        this.faults = faults;
        this.timer = ControllerThreads.timers("heartbeats", faults);
        Future<?> unused = timer.scheduleWithFixedDelay(this::beat, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    /** Adds a source of readers that receive heartbeats. */
    public void of(Supplier<? extends Collection<? extends HeartbeatStream>> readers) {
        streams.add(readers);
    }

    /** One that threw would be the last. */
    void beat() {
        for (Supplier<? extends Collection<? extends HeartbeatStream>> readers : streams) {
            try {
                readers.get().forEach(reader -> {
                    if (reader.allowed()) {
                        reader.beat();
                    } else {
                        reader.end();
                    }
                });
            } catch (RuntimeException | Error e) {
                faults.report("heartbeats of event streams", e);
            }
        }
    }

    @PreDestroy
    void close() {
        timer.shutdownNow();
    }
}
