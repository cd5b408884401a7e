package io.deskmeter.link.client;

import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Welcome;
import java.time.Duration;

/**
 * Handles the controller's messages in an agent.
 *
 * <p>Threading: the calls are made in order, one at a time, on one thread of the {@link LinkClient}. They may block for
 * a while; heartbeats continue.
 */
public interface ControllerHandler {
    /** The welcome has arrived; {@link LinkClient#send} works from now until {@link #disconnected}. */
    void connected(Welcome welcome);

    /** Any message except Welcome, Refused and Ping, which the link handles itself. */
    void received(FromController message);

    /** The link is lost; the client reconnects. */
    void disconnected(String reason);

    /** The controller has refused this agent; the client tries again later. */
    void refused(String reason);

    /** The controller has refused this agent until a person acts; the client does not try again. */
    default void refusedPermanently(String reason) {
        refused(reason);
    }

    /** An attempt has failed; the next one follows after a wait. */
    default void unreachable(String reason, Duration nextAttempt) {}
}
