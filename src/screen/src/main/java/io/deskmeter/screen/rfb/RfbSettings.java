package io.deskmeter.screen.rfb;

import io.deskmeter.screen.rfb.encoding.Encoding;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import io.deskmeter.screen.rfb.wire.RfbPixelFormat;
import java.time.Duration;
import java.util.List;

/**
 * Settings of a connection to a server.
 *
 * @param connectTimeout until the socket is open
 * @param handshakeTimeout from then until the server has sent its ServerInit message
 * @param limits what a server may claim
 * @param shared whether other clients of the desktop may stay
 * @param picture how the server encodes pictures
 * @param maxQueuedBytes bytes read but not yet decoded at which reading pauses; 64 KiB or more
 * @param security how the session authenticates
 * @param reconnect how long to try to reconnect within the same session after a loss; zero for no reconnection
 * @param keyboard of the desktop
 */
public record RfbSettings(
        Duration connectTimeout,
        Duration handshakeTimeout,
        RfbLimits limits,
        boolean shared,
        RfbPicture picture,
        int maxQueuedBytes,
        RfbSecurity security,
        Duration reconnect,
        RfbKeyboard keyboard) {
    private static final int MIN_QUEUED_BYTES = 64 << 10;

    public RfbSettings {
        if (connectTimeout.toMillis() < 1 || handshakeTimeout.toMillis() < 1) {
            throw new IllegalArgumentException("timeouts: connect " + connectTimeout + ", handshake " + handshakeTimeout
                    + " (expected: each at least 1 ms)");
        }
        if (maxQueuedBytes < MIN_QUEUED_BYTES) {
            throw new IllegalArgumentException(
                    "maxQueuedBytes: " + maxQueuedBytes + " (expected: >= " + MIN_QUEUED_BYTES + ")");
        }
        if (reconnect.isNegative()) {
            throw new IllegalArgumentException("reconnect: " + reconnect + " (expected: not negative)");
        }
    }

    /** With a keyboard of unknown layout. */
    public RfbSettings(
            Duration connectTimeout,
            Duration handshakeTimeout,
            RfbLimits limits,
            boolean shared,
            RfbPicture picture,
            int maxQueuedBytes,
            RfbSecurity security,
            Duration reconnect) {
        this(
                connectTimeout,
                handshakeTimeout,
                limits,
                shared,
                picture,
                maxQueuedBytes,
                security,
                reconnect,
                RfbKeyboard.unknown());
    }

    /**
     * 10 s for each timeout, {@link RfbLimits#defaults()}, shared, {@link RfbPicture#defaults()}, 4 MiB queued, no
     * reconnection.
     */
    public static RfbSettings defaults() {
        Duration timeout = Duration.ofSeconds(10);
        return new RfbSettings(
                timeout,
                timeout,
                RfbLimits.defaults(),
                true,
                RfbPicture.defaults(),
                4 << 20,
                RfbSecurity.defaults(),
                Duration.ZERO);
    }

    public RfbSettings withTimeouts(Duration connect, Duration handshake) {
        return new RfbSettings(
                connect, handshake, limits, shared, picture, maxQueuedBytes, security, reconnect, keyboard);
    }

    public RfbSettings withLimits(RfbLimits newLimits) {
        return new RfbSettings(
                connectTimeout,
                handshakeTimeout,
                newLimits,
                shared,
                picture,
                maxQueuedBytes,
                security,
                reconnect,
                keyboard);
    }

    public RfbSettings withShared(boolean newShared) {
        return new RfbSettings(
                connectTimeout,
                handshakeTimeout,
                limits,
                newShared,
                picture,
                maxQueuedBytes,
                security,
                reconnect,
                keyboard);
    }

    public RfbSettings withPicture(RfbPicture newPicture) {
        return new RfbSettings(
                connectTimeout,
                handshakeTimeout,
                limits,
                shared,
                newPicture,
                maxQueuedBytes,
                security,
                reconnect,
                keyboard);
    }

    public RfbSettings withEncodings(List<Encoding> encodings) {
        return withPicture(picture.withEncodings(encodings));
    }

    public RfbSettings withPixelFormat(RfbPixelFormat format) {
        return withPicture(picture.withFormat(format));
    }

    /** Allows lossy Tight for fewer bytes: 0 (small) to 9 (good). */
    public RfbSettings withJpegQuality(int quality) {
        return withPicture(picture.withJpegQuality(quality));
    }

    /** The effort of the server for compression: 0 (quick) to 9 (small). */
    public RfbSettings withCompression(int level) {
        return withPicture(picture.withCompression(level));
    }

    public List<Encoding> encodings() {
        return picture.encodings();
    }

    public RfbSettings withMaxQueuedBytes(int bytes) {
        return new RfbSettings(
                connectTimeout, handshakeTimeout, limits, shared, picture, bytes, security, reconnect, keyboard);
    }

    public RfbSettings withSecurity(RfbSecurity newSecurity) {
        return new RfbSettings(
                connectTimeout,
                handshakeTimeout,
                limits,
                shared,
                picture,
                maxQueuedBytes,
                newSecurity,
                reconnect,
                keyboard);
    }

    /**
     * Tries to reconnect for this time if the connection is lost; meanwhile input fails, and no frames arrive. The
     * damage of the first frame afterwards is the whole screen. After this time the screen is lost.
     */
    public RfbSettings withReconnect(Duration timeout) {
        return new RfbSettings(
                connectTimeout, handshakeTimeout, limits, shared, picture, maxQueuedBytes, security, timeout, keyboard);
    }

    public RfbSettings withKeyboard(RfbKeyboard newKeyboard) {
        return new RfbSettings(
                connectTimeout,
                handshakeTimeout,
                limits,
                shared,
                picture,
                maxQueuedBytes,
                security,
                reconnect,
                newKeyboard);
    }
}
