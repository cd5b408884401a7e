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

/**
 * Limits the event streams that are open, in all, of each login and of each person: each takes memory, a connection,
 * and a thread while its reader is slow. Thread-safe.
 */
@Component
public final class StreamPlaces {
    static final int MOST = 500;

    /** More than the tabs of a person, or the commands that follow runs at a time. */
    static final int MOST_OF_LOGIN = 50;

    /** Fewer than there are: a person has as many logins as browsers and tokens. */
    static final int MOST_OF_PERSON = 150;

    private final Map<String, Integer> byLogin = new HashMap<>();
    private final Map<String, Integer> byPerson = new HashMap<>();
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
                left(caller);
            }
        }
    }

    /**
     * Takes a place.
     *
     * @throws TooManyStreamsException if there is none for this caller
     */
    public synchronized Place take(Caller caller) {
        check(byLogin.getOrDefault(caller.login(), 0), MOST_OF_LOGIN, " of this login");
        if (caller.person() != null) {
            check(byPerson.getOrDefault(caller.person(), 0), MOST_OF_PERSON, " of this user");
        }
        check(all, MOST, "");
        byLogin.merge(caller.login(), 1, Integer::sum);
        if (caller.person() != null) {
            byPerson.merge(caller.person(), 1, Integer::sum);
        }
        all++;
        return new Place(caller);
    }

    private void check(int open, int most, String whose) {
        if (open >= most) {
            refused.increment();
            throw new TooManyStreamsException("event streams: " + open + whose + " are open (expected: fewer than "
                    + most + "; hint: close some, as tabs of a browser)");
        }
    }

    private synchronized void left(Caller caller) {
        all--;
        leave(byLogin, caller.login());
        if (caller.person() != null) {
            leave(byPerson, caller.person());
        }
    }

    private static void leave(Map<String, Integer> places, String whose) {
        places.computeIfPresent(whose, (same, open) -> open == 1 ? null : (Integer) (open - 1));
    }

    /** Those that are open. */
    synchronized int count() {
        return all;
    }
}
