package io.deskmeter.agent.check;

import io.deskmeter.link.v1.CheckFinding;
import io.deskmeter.link.v1.Seat;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks at targets of one kind. Closing it ends what is still under way and waits until nothing of it runs; may block. */
interface SeatLook extends AutoCloseable {
    /** What is found, none where a session could begin; never fails, and always ends by itself. */
    CompletableFuture<List<CheckFinding>> look(Seat seat);

    @Override
    void close();

    /** {@code ann on host:3389}, for people; never the password. */
    static String words(Seat seat) {
        String place = host(seat);
        if (seat.getUser().isEmpty()) {
            return place;
        }
        return (seat.getDomain().isEmpty() ? "" : seat.getDomain() + "\\") + seat.getUser() + " on " + place;
    }

    /** {@code host:3389}, for people. */
    static String host(Seat seat) {
        String host = seat.getHost();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + seat.getPort();
    }
}
