package io.deskmeter.link;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the connections that have not proved who they are, in all and of each address, so that anybody who reaches the port costs a bounded amount of
 * memory, and nobody keeps agents of other addresses away: where all places are taken, a newcomer gets the oldest one of the address that has most. Links of
 * authenticated agents are not counted and never ended here. Thread-safe.
 */
final class UnauthenticatedConnections {
    /** With the longest first frame, {@link AgentChannel#HELLO_MAX_BYTES}, they take 64 MiB. */
    static final int MOST = 1_024;

    /** More agents of one address, as behind address translation, get their turn when they connect again. */
    static final int MOST_OF_ADDRESS = 256;

    private static final Duration LOGGED_AGAIN_AFTER = Duration.ofMinutes(1);
    /** A site has so much of an IPv6 address, and can make up the rest. */
    private static final int IPV6_SITE_BYTES = 8;

    private static final Logger LOG = LoggerFactory.getLogger(UnauthenticatedConnections.class);

    private final LinkCounters counters;
    private final Map<Object, Set<Channel>> byAddress = new HashMap<>();
    private int all;
    private long unlogged;
    private long loggedAt = System.nanoTime() - LOGGED_AGAIN_AFTER.toNanos();

    UnauthenticatedConnections(LinkCounters counters) {
        this.counters = counters;
    }

    /** Gives a new connection a place; false if there is none for it. */
    boolean admit(Channel channel) {
        Optional<Channel> replaced = Optional.empty();
        boolean admitted;
        synchronized (this) {
            Object address = address(channel.remoteAddress());
            int mine = byAddress.getOrDefault(address, Set.of()).size();
            admitted = mine < MOST_OF_ADDRESS;
            if (admitted && all >= MOST) {
                replaced = oldestOfBusiest(mine + 1);
                replaced.ifPresent(this::leave);
                admitted = replaced.isPresent();
            }
            if (admitted) {
                byAddress
                        .computeIfAbsent(address, from -> new LinkedHashSet<>())
                        .add(channel);
                all++;
            }
        }
        replaced.ifPresent(oldest -> {
            turnedAway(oldest);
            ChannelTimers.close(oldest);
        });
        if (!admitted) {
            turnedAway(channel);
        }
        return admitted;
    }

    private Optional<Channel> oldestOfBusiest(int atLeast) {
        return byAddress.values().stream()
                .max(Comparator.comparingInt(Set::size))
                .filter(most -> most.size() > atLeast)
                .map(most -> most.iterator().next());
    }

    /** It has proved who it is, or has ended; once more is the same as once. */
    synchronized void leave(Channel channel) {
        Object address = address(channel.remoteAddress());
        Set<Channel> same = byAddress.get(address);
        if (same != null && same.remove(channel)) {
            all--;
            if (same.isEmpty()) {
                byAddress.remove(address);
            }
        }
    }

    /** Their present number. */
    synchronized int count() {
        return all;
    }

    /** A burst is one line of the log a minute, not one for each connection. */
    private synchronized void turnedAway(Channel channel) {
        counters.turnedAway.increment();
        unlogged++;
        long now = System.nanoTime();
        if (now - loggedAt >= LOGGED_AGAIN_AFTER.toNanos()) {
            LOG.warn(
                    "connections without a hello message that were turned away: {}, the last from {} (expected: at most {} at a time, {} of one"
                            + " address; hint: what connects to the port for agents?); logged at most once a minute",
                    unlogged,
                    channel.remoteAddress(),
                    MOST,
                    MOST_OF_ADDRESS);
            unlogged = 0;
            loggedAt = now;
        }
    }

    private static Object address(SocketAddress remote) {
        InetAddress address = remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
        if (address instanceof Inet6Address) {
            return ByteBuffer.wrap(address.getAddress(), 0, IPV6_SITE_BYTES).slice();
        }
        return address == null ? String.valueOf(remote) : address;
    }
}
