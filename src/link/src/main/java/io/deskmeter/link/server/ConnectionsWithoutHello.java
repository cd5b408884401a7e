package io.deskmeter.link.server;

import io.deskmeter.link.channel.ChannelTimers;
import io.deskmeter.link.channel.LinkCounters;
import io.deskmeter.link.peer.UnauthenticatedConnections;
import io.netty.channel.Channel;

/** The {@linkplain UnauthenticatedConnections connections} of a link server that have not said hello. Thread-safe. */
final class ConnectionsWithoutHello {
    /** With the longest first frame, {@link AgentChannel#HELLO_MAX_BYTES}, they take 64 MiB. */
    static final int MOST = 1_024;

    /** More agents of one address, as behind address translation, get their turn when they connect again. */
    static final int MOST_OF_ADDRESS = 256;

    private final UnauthenticatedConnections<Channel> connections;

    ConnectionsWithoutHello(LinkCounters counters) {
        this.connections = new UnauthenticatedConnections<>(
                new UnauthenticatedConnections.Limits(
                        MOST, MOST_OF_ADDRESS, "connections without a hello message", "the port for agents"),
                ChannelTimers::close,
                counters.turnedAway::increment);
    }

    /** Gives a new connection a place; false if there is none for it. */
    boolean admit(Channel channel) {
        return connections.admit(channel, channel.remoteAddress());
    }

    /** It has proved who it is, or has ended; false if it had no place any more. */
    boolean leave(Channel channel) {
        return connections.leave(channel);
    }

    /** Their present number. */
    int count() {
        return connections.count();
    }
}
