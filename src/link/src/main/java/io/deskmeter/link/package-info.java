/**
 * The wire between controller and agents: protobuf messages in length-prefixed frames over one connection per agent, which the agent
 * dials. "The link" in docs/how-it-works/architecture.md describes the protocol; this describes the code.
 *
 * <p>{@link io.deskmeter.link.LinkServer} and {@link io.deskmeter.link.LinkClient} are shells: sockets, threads, attempts. One connection is one
 * {@code AgentChannel} or {@code ControllerChannel}, whose state belongs to its event loop and which time drives through that loop, so tests
 * run them in virtual time without a socket. What they tell a handler goes through an {@code HandlerQueue}: in order, off the event loop, and
 * bounded. What they send goes through an {@code SendBuffer}: bounded as well. Everything else is a small class without threads.
 *
 * <p>{@link io.deskmeter.link.spool.TimingSpool} keeps timings until the controller has stored them, and
 * {@link io.deskmeter.link.TimingSender} brings the two together. Netty's types appear in settings only, for TLS.
 */
@NullMarked
package io.deskmeter.link;

import org.jspecify.annotations.NullMarked;
