package io.deskmeter.link.peer;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections that have not proved who they are, in all and of each address, so that anybody who reaches the
 * port costs a bounded amount of memory, and nobody keeps peers of other addresses away: where all places are taken, a
 * newcomer gets the oldest one of the address that has most. Authenticated connections are not counted and never ended
 * here. Thread-safe.
 *
 * @param <C> a connection, compared by identity
 */
public final class UnauthenticatedConnections<C> {
    private static final Duration LOGGED_AGAIN_AFTER = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(UnauthenticatedConnections.class);

    private final Limits limits;
    private final Consumer<C> ending;
    private final Runnable counting;
    private final Map<C, Place> places = new HashMap<>();
    private final Map<String, Set<C>> byAddress = new HashMap<>();
    private long unlogged;
    private long loggedAt = System.nanoTime() - LOGGED_AGAIN_AFTER.toNanos();

    /**
     * How many there may be.
     *
     * @param all of all addresses
     * @param ofAddress of one
     * @param what they are, for the log, as {@code connections without a hello message}
     * @param port what they connect to, for the log
     */
    public record Limits(int all, int ofAddress, String what, String port) {}

    private record Place(String address, long since) {}

    /**
     * Begins without any.
     *
     * @param ending closes a connection whose place another one gets
     * @param counting is called for each one that is turned away
     */
    public UnauthenticatedConnections(Limits limits, Consumer<C> ending, Runnable counting) {
        this.limits = limits;
        this.ending = ending;
        this.counting = counting;
    }

    /** Gives a new connection a place; false if there is none for it. */
    public boolean admit(C connection, SocketAddress remote) {
        Optional<C> replaced = Optional.empty();
        boolean admitted;
        synchronized (this) {
            String address = address(remote);
            int mine = byAddress.getOrDefault(address, Set.of()).size();
            admitted = mine < limits.ofAddress();
            if (admitted && places.size() >= limits.all()) {
                replaced = oldestOfBusiest(mine + 1);
                replaced.ifPresent(this::leave);
                admitted = replaced.isPresent();
            }
            if (admitted) {
                byAddress
                        .computeIfAbsent(address, from -> new LinkedHashSet<>())
                        .add(connection);
                places.put(connection, new Place(address, System.nanoTime()));
            }
        }
        replaced.ifPresent(oldest -> {
            turnedAway(remote);
            ending.accept(oldest);
        });
        if (!admitted) {
            turnedAway(remote);
        }
        return admitted;
    }

    private Optional<C> oldestOfBusiest(int atLeast) {
        return byAddress.values().stream()
                .max(Comparator.comparingInt(Set::size))
                .filter(most -> most.size() > atLeast)
                .map(most -> most.iterator().next());
    }

    /** It has proved who it is, or has ended; false if it had no place any more. */
    public synchronized boolean leave(C connection) {
        Place place = places.remove(connection);
        Set<C> same = place == null ? null : byAddress.get(place.address());
        if (place != null && same != null) {
            same.remove(connection);
            if (same.isEmpty()) {
                byAddress.remove(place.address());
            }
        }
        return place != null;
    }

    /** Those that have had a place for longer. */
    public synchronized List<C> olderThan(Duration age) {
        long now = System.nanoTime();
        List<C> old = new ArrayList<>();
        places.forEach((connection, place) -> {
            if (now - place.since() >= age.toNanos()) {
                old.add(connection);
            }
        });
        return old;
    }

    /** Their present number. */
    public synchronized int count() {
        return places.size();
    }

    /** A burst is one line of the log a minute, not one for each connection. */
    private synchronized void turnedAway(SocketAddress remote) {
        counting.run();
        unlogged++;
        long now = System.nanoTime();
        if (now - loggedAt >= LOGGED_AGAIN_AFTER.toNanos()) {
            LOG.warn(
                    "{} that were turned away: {}, the last for one from {} (expected: at most {} at a time, {} of one"
                            + " address; hint: what connects to {}?); logged at most once a minute",
                    limits.what(),
                    unlogged,
                    remote,
                    limits.all(),
                    limits.ofAddress(),
                    limits.port());
            unlogged = 0;
            loggedAt = now;
        }
    }

    private static String address(SocketAddress remote) {
        InetAddress address = remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
        return address == null ? String.valueOf(remote) : SenderSite.of(address);
    }
}
