/**
 * Screens over RFB, the protocol of VNC: hundreds of sessions on one or two event loop threads.
 *
 * <p>The path of a byte: {@code RfbReadHandler} reads it on the event loop, timestamps its chunk with the monotonic
 * clock and passes it on; {@code RfbProtocol}, on the session's own serial executor, decodes chunks into frames and
 * encodes the replies. Nothing else runs on the event loop, so no session's decoding can falsify another's times. The
 * queue between the two is limited: above a few megabytes the event loop stops reading that connection, which slows its
 * server down.
 *
 * <p>The protocol is a chain of {@link io.deskmeter.screen.rfb.wire.ReadStep}s that read the bytes that have arrived.
 * Each reader finishes with the last byte that it needs, so an update's time is the timestamp of the chunk that
 * completes it.
 *
 * <p>The picture never contains the cursor, which would cover landmarks. Requesting the cursor's shape is not enough:
 * TigerVNC paints the cursor for every client whose own pointer is elsewhere. So a session moves its pointer to the
 * middle of the desktop before it requests the first frame, and follows each pointer position that the server reports.
 * Movements that another program sends like a device cannot be detected.
 *
 * <p>A session ({@code RfbScreen}) owns one connection to its server ({@code RfbConnection}) at a time. If it is lost
 * and the settings allow it, the session reconnects. If the server requires TLS, it is inserted between the timestamp
 * and the read handler during the handshake; its costly steps run on the session's executor.
 *
 * <p>Servers are not trusted: every size that they send is checked against
 * {@link io.deskmeter.screen.rfb.wire.RfbLimits} before memory is allocated, and every violation ends the session with
 * one {@link io.deskmeter.screen.ScreenException}.
 *
 * <p>References: RFC 6143; fences, continuous updates and ExtendedDesktopSize VeNCrypt, Apple's security, QEMU's keys
 * and LEDs as the community's "rfbproto" describes them.
 */
@NullMarked
package io.deskmeter.screen.rfb;

import org.jspecify.annotations.NullMarked;
