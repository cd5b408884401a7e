/**
 * Messages between the client agent and the desktop agent of a session, which the controller relays.
 *
 * <p>A message that was written to a connection is not one that has arrived: the connection may be broken, and there
 * are two of them. So the ends make sure of it, not the controller: each keeps what it sends until the other one
 * confirms it ({@link io.deskmeter.link.relay.MessageExchange}). The controller keeps no message, and a restarted one
 * has lost none.
 */
@NullMarked
package io.deskmeter.link.relay;

import org.jspecify.annotations.NullMarked;
