package io.deskmeter.link;

import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Optional;

/**
 * The agent's end.
 *
 * @param host of the controller
 * @param port of the controller's link
 * @param backoffMin the wait after the first failure, before jitter
 * @param backoffMax the longest wait
 * @param maxFrameBytes the longest message in either direction, without its length; the controller's must be the same
 * @param tls for clients, or empty for plain TCP
 */
public record LinkClientSettings(
        String host, int port, Duration backoffMin, Duration backoffMax, int maxFrameBytes, Optional<SslContext> tls) {
    public LinkClientSettings {
        Checks.port(port, 1);
        Checks.positiveMillis("backoffMin", backoffMin);
        Checks.positiveMillis("backoffMax", backoffMax);
        Checks.frame(maxFrameBytes);
        if (backoffMax.compareTo(backoffMin) < 0) {
            throw new IllegalArgumentException(
                    "backoffMax: " + backoffMax + " (expected: >= backoffMin " + backoffMin + ")");
        }
    }

    /** Plain TCP, waits from a quarter of a second to ten seconds. */
    public static LinkClientSettings to(String host, int port) {
        return new LinkClientSettings(
                host,
                port,
                Duration.ofMillis(250),
                Duration.ofSeconds(10),
                LinkServerSettings.DEFAULT_MAX_FRAME_BYTES,
                Optional.empty());
    }
}
