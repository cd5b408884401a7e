/**
 * The controller's end. {@link io.deskmeter.link.server.LinkServer} accepts connections, and
 * {@link io.deskmeter.link.server.AgentHandler} gets what agents send.
 */
@NullMarked
package io.deskmeter.link.server;

import org.jspecify.annotations.NullMarked;
