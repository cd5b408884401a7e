/**
 * Screens over RFB, the protocol of VNC: hundreds of sessions on one or two event loop threads.
 *
 * <p>The path of a byte: {@code RfbReadHandler} reads it on the event loop, stamps its chunk with the monotonic clock and hands it over;
 * {@code RfbProtocol}, on the session's own serial executor, turns chunks into frames, and our answers back into messages.
 * Nothing else runs on the event loop, so that no session's decoding can falsify another's times. What is handed over is bounded:
 * beyond some megabytes the loop stops reading that one connection, and the server feels it.
 *
 * <p>A conversation is a chain of {@link io.deskmeter.screen.rfb.wire.Step}s that read as far as the bytes reach. As each reader
 * finishes with the last byte it needs, an update's time is simply the stamp of the chunk being read when it completes.
 *
 * <p>The picture never holds the cursor, which would cover landmarks. That takes more than asking for its shape: TigerVNC paints it
 * for every client that does not point where the pointer is. So a session points to the middle of the desktop before it asks for the
 * first frame, and follows wherever the server says that an application has put the pointer. Only a pointer that another program
 * moves as a device would is beyond us.
 *
 * <p>A session ({@code RfbScreen}) owns one line to its server ({@code RfbConnection}) at a time. If it is lost and the settings allow it, the session reconnects. If the server requires TLS, it is inserted between the time stamp and the read handler during the handshake; its costly steps run on the session's executor.
 *
 * <p>A server is not trusted: whatever it claims is checked against {@link io.deskmeter.screen.rfb.wire.Limits} before anything is
 * allocated, and every breach ends the session with one {@link io.deskmeter.screen.ScreenException}.
 *
 * <p>References: RFC 6143; fences, continuous updates and ExtendedDesktopSize VeNCrypt, Apple's security, QEMU's
 * keys and LEDs as the community's "rfbproto" describes them.
 */
@NullMarked
package io.deskmeter.screen.rfb;

import org.jspecify.annotations.NullMarked;
