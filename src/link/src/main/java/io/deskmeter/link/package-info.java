/**
 * The wire between controller and agents: protobuf messages in length-prefixed frames over one connection per agent,
 * which the agent opens. "The link" in docs/how-it-works/architecture.md describes the protocol; this page describes
 * the code.
 *
 * <p>{@link io.deskmeter.link.server.LinkServer} and {@link io.deskmeter.link.client.LinkClient} are shells: sockets,
 * threads, attempts. One connection is one {@code AgentChannel} or {@code ControllerChannel}, whose state belongs to
 * its event loop. Its timers run on that loop, too, so tests run it in virtual time without a socket. Calls of a
 * handler go through a {@code HandlerQueue}: in order, off the event loop, and bounded. Messages to send go through a
 * {@code SendBuffer}, which is bounded, too. All other classes are small and have no threads.
 *
 * <p>{@link io.deskmeter.link.spool.TimingSpool} keeps timings until the controller has stored them, and
 * {@link io.deskmeter.link.delivery.TimingSender} brings the two together. Netty's types appear in settings only, for
 * TLS.
 *
 * <p>It has no class of its own. Each of these packages stands on those before it alone: {@code codec}, {@code frame},
 * {@code peer}, {@code channel}, then, beside each other, {@code server}, {@code client} and {@code delivery}.
 */
@NullMarked
package io.deskmeter.link;

import org.jspecify.annotations.NullMarked;
