package io.deskmeter.link.server;

import io.deskmeter.link.channel.SettingChecks;
import io.deskmeter.link.peer.Certificates;
import io.deskmeter.link.peer.PeerAuthentication;
import io.deskmeter.link.peer.SetupReports;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of the controller's end.
 *
 * @param host name or address to listen on
 * @param port 0 for any free one
 * @param heartbeat how often each agent is pinged; three unanswered pings end a link
 * @param grace how long an agent continues without a controller; sent to it in the welcome
 * @param maxFrameBytes the longest message in either direction, without its length
 * @param tls for servers, or empty for plain TCP
 * @param storeId of the controller's store, sent to agents in the welcome; empty if there is none
 * @param authentication decides which agents may connect, and who they are
 * @param certificates issues certificates to agents
 * @param setups takes what setups of machines tell
 */
public record LinkServerSettings(
        String host,
        int port,
        Duration heartbeat,
        Duration grace,
        int maxFrameBytes,
        Optional<SslContext> tls,
        String storeId,
        PeerAuthentication authentication,
        Certificates certificates,
        SetupReports setups) {
    public LinkServerSettings {
        SettingChecks.port(port, 0);
        SettingChecks.positiveMillis("heartbeat", heartbeat);
        SettingChecks.positiveMillis("grace", grace);
        SettingChecks.frame(maxFrameBytes);
    }

    /** Accepts every agent, for tests of the link. */
    public LinkServerSettings(
            String host, int port, Duration heartbeat, Duration grace, int maxFrameBytes, Optional<SslContext> tls) {
        this(
                host,
                port,
                heartbeat,
                grace,
                maxFrameBytes,
                tls,
                "",
                PeerAuthentication.TRUSTING,
                Certificates.NONE,
                SetupReports.NONE);
    }

    /** Plain TCP, a ping every two seconds, a grace period of half a minute; accepts every agent. */
    public static LinkServerSettings on(String host, int port) {
        return new LinkServerSettings(
                host,
                port,
                Duration.ofSeconds(2),
                Duration.ofSeconds(30),
                SettingChecks.DEFAULT_MAX_FRAME_BYTES,
                Optional.empty());
    }

    /** The same settings with another way to tell who an agent is. */
    public LinkServerSettings withAuthentication(PeerAuthentication other) {
        return new LinkServerSettings(
                host, port, heartbeat, grace, maxFrameBytes, tls, storeId, other, certificates, setups);
    }

    /** The same settings with TLS, where machines can enrol, and are set up. */
    public LinkServerSettings withTls(SslContext context, Certificates issuing, SetupReports reports) {
        return new LinkServerSettings(
                host,
                port,
                heartbeat,
                grace,
                maxFrameBytes,
                Optional.of(context),
                storeId,
                authentication,
                issuing,
                reports);
    }

    /** The same settings for the controller of this store. */
    public LinkServerSettings withStore(String id) {
        return new LinkServerSettings(
                host, port, heartbeat, grace, maxFrameBytes, tls, id, authentication, certificates, setups);
    }
}
