package io.deskmeter.link.client;

import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.channel.SettingChecks;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of the agent's end.
 *
 * @param host of the controller
 * @param port of the controller's link
 * @param backoffMin the wait after the first failure, before jitter
 * @param backoffMax the longest wait
 * @param maxFrameBytes the longest message in either direction, without its length; the controller's must be the same
 * @param tls for clients, or empty for plain TCP
 * @param token the agent's secret, empty if it has none; read before each attempt, on a thread that may block
 */
public record LinkClientSettings(
        String host,
        int port,
        Duration backoffMin,
        Duration backoffMax,
        int maxFrameBytes,
        Optional<SslContext> tls,
        TokenSource token) {
    public LinkClientSettings {
        SettingChecks.port(port, 1);
        SettingChecks.positiveMillis("backoffMin", backoffMin);
        SettingChecks.positiveMillis("backoffMax", backoffMax);
        SettingChecks.frame(maxFrameBytes);
        if (backoffMax.compareTo(backoffMin) < 0) {
            throw new IllegalArgumentException(
                    "backoffMax: " + backoffMax + " (expected: >= backoffMin " + backoffMin + ")");
        }
    }

    /** Without a secret. */
    public LinkClientSettings(
            String host,
            int port,
            Duration backoffMin,
            Duration backoffMax,
            int maxFrameBytes,
            Optional<SslContext> tls) {
        this(host, port, backoffMin, backoffMax, maxFrameBytes, tls, TokenSource.none());
    }

    /** Plain TCP, waits from a quarter of a second to ten seconds, no secret. */
    public static LinkClientSettings to(String host, int port) {
        return new LinkClientSettings(
                host,
                port,
                Duration.ofMillis(250),
                Duration.ofSeconds(10),
                SettingChecks.DEFAULT_MAX_FRAME_BYTES,
                Optional.empty());
    }

    /** The same settings with a secret. */
    public LinkClientSettings withToken(TokenSource secret) {
        return new LinkClientSettings(host, port, backoffMin, backoffMax, maxFrameBytes, tls, secret);
    }

    /** The same settings with TLS. */
    public LinkClientSettings withTls(SslContext context) {
        return new LinkClientSettings(host, port, backoffMin, backoffMax, maxFrameBytes, Optional.of(context), token);
    }
}
