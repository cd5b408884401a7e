/**
 * What becomes of a logon over RDP, told from what a person would see and from what the client says.
 *
 * <p>{@link io.deskmeter.agent.rdp.LogonWatch} is fed with the frames of the client's display and answers once: the desktop is usable, and
 * since when, or not, and why. A server such as xrdp lets everybody connect and tells in its picture that it refuses a user, so that is recognised
 * by the build of the picture ({@link io.deskmeter.agent.rdp.ServerWindow}); a server that authenticates first ends the connection, and the
 * client names the reason ({@link io.deskmeter.agent.rdp.RdpEnd}).
 *
 * <p>Nothing here starts anything or knows the time but by what it is told. One thread at a time.
 */
@NullMarked
package io.deskmeter.agent.rdp;

import org.jspecify.annotations.NullMarked;
