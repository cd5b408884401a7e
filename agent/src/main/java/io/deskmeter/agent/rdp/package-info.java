/**
 * Decides whether a logon over RDP has succeeded, from the client's picture and its output.
 *
 * <p>{@link io.deskmeter.agent.rdp.LogonMonitor} receives the frames of the client's display and returns one result:
 * since when the desktop is usable, or why it is not. A server such as xrdp accepts every connection and shows in its
 * picture that it refuses a user; this is recognised by the layout of the picture
 * ({@link io.deskmeter.agent.rdp.XrdpWindow}); a server that authenticates first ends the connection, and the client
 * names the reason ({@link io.deskmeter.agent.rdp.RdpDisconnectReason}).
 *
 * <p>The package starts no programs and reads no clock: frames and times are passed in. One thread at a time.
 */
@NullMarked
package io.deskmeter.agent.rdp;

import org.jspecify.annotations.NullMarked;
