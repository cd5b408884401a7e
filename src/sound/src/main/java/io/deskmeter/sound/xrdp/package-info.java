/**
 * Passes sound on to an RDP client, from a session of xrdp.
 *
 * <p>In each session, xrdp's <em>channel server</em> sends to the client what it reads from a Unix socket: 44,100
 * stereo frames of 16 bits a second. A module of PulseAudio usually writes them; Debian has none.
 * {@link io.deskmeter.sound.xrdp.ChannelServerOutput} writes the blocks of any source.
 *
 * <p>Threading: never waits for the channel server. What it does not take in time is left out, as it would be late
 * anyway.
 */
@NullMarked
package io.deskmeter.sound.xrdp;

import org.jspecify.annotations.NullMarked;
