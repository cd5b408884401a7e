package io.deskmeter.controller.web.stream;

import io.deskmeter.controller.metrics.ControllerMeter;
import io.deskmeter.controller.metrics.Meters;
import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.web.http.TooManyStreamsException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;

/** Limits the event streams that are open, in all and of each login: each takes memory, a connection, and a thread while its reader is slow. Thread-safe. */
@Component
public final class StreamPlaces {
    static final int MOST = 500;

    /** More than the tabs of a person, or the commands that follow runs at a time. */
    static final int MOST_OF_LOGIN = 50;

    private final Map<String, Integer> byLogin = new HashMap<>();
    private final Counter refused;
    private int all;

    StreamPlaces(MeterRegistry registry) {
        Meters.gauge(ControllerMeter.EVENT_STREAMS, this, StreamPlaces::count).register(registry);
        this.refused = Meters.counter(ControllerMeter.EVENT_STREAMS_REFUSED).register(registry);
    }

    /** The place of one stream. */
    public final class Place {
        private final Caller caller;
        private final AtomicBoolean taken = new AtomicBoolean(true);

        private Place(Caller caller) {
            this.caller = caller;
        }

        /** Whether its reader would still be let in. */
        boolean allowed() {
            return caller.allowed().getAsBoolean();
        }

        /** Gives it back; once more is the same as once. */
        public void leave() {
            if (taken.getAndSet(false)) {
                left(caller.login());
            }
        }
    }

    /**
     * Takes a place.
     *
     * @throws TooManyStreamsException if there is none for this caller
     */
    public synchronized Place take(Caller caller) {
        int mine = byLogin.getOrDefault(caller.login(), 0);
        if (mine >= MOST_OF_LOGIN || all >= MOST) {
            refused.increment();
            throw new TooManyStreamsException(
                    "event streams: " + (mine >= MOST_OF_LOGIN ? mine + " of this login" : all)
                            + " are open (expected: fewer than " + (mine >= MOST_OF_LOGIN ? MOST_OF_LOGIN : MOST)
                            + "; hint: close some, as tabs of a browser)");
        }
        byLogin.put(caller.login(), mine + 1);
        all++;
        return new Place(caller);
    }

    private synchronized void left(String login) {
        all--;
        byLogin.computeIfPresent(login, (one, mine) -> mine == 1 ? null : (Integer) (mine - 1));
    }

    /** Those that are open. */
    synchronized int count() {
        return all;
    }
}
