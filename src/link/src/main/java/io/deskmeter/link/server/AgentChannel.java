package io.deskmeter.link.server;

import io.deskmeter.link.channel.ChannelFaults;
import io.deskmeter.link.channel.ChannelTimers;
import io.deskmeter.link.channel.HandlerQueue;
import io.deskmeter.link.channel.Heartbeat;
import io.deskmeter.link.channel.LinkHandshake;
import io.deskmeter.link.channel.SendBuffer;
import io.deskmeter.link.frame.FrameEncoder;
import io.deskmeter.link.frame.LinkFrameDecoder;
import io.deskmeter.link.peer.Certificates;
import io.deskmeter.link.peer.MessageRules;
import io.deskmeter.link.peer.PeerAuthentication;
import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.peer.SenderSite;
import io.deskmeter.link.v1.Enrol;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Ping;
import io.deskmeter.link.v1.RefusalKind;
import io.deskmeter.link.v1.Refused;
import io.deskmeter.link.v1.RenewCertificate;
import io.deskmeter.link.v1.SetupNoted;
import io.deskmeter.link.v1.SetupReport;
import io.deskmeter.link.v1.TimingBatch;
import io.deskmeter.link.v1.Welcome;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's end of one link, from the first byte to the last. Its state belongs to the channel's event loop; the
 * handler is called through the {@link HandlerQueue}, in the order in which the event loop decided.
 */
final class AgentChannel extends SimpleChannelInboundHandler<FromAgent> implements AgentLink {
    static final Duration HELLO_WITHIN = Duration.ofSeconds(10);
    /**
     * The longest frame before authentication: a large frame with many small messages takes many times its size in
     * memory once decoded.
     */
    static final int HELLO_MAX_BYTES = 64 << 10;
    /**
     * The longest frame of a desktop agent: a picture of 3 MiB with its description, or a batch of 1 MiB. Whoever uses
     * a desktop has its secret.
     */
    static final int DESKTOP_MAX_BYTES = 4 << 20;
    /** How much of a desktop agent's messages may wait for the handler before reading is paused. */
    private static final int DESKTOP_WAITING_BYTES = 1 << 20;
    /** How long a frame of a desktop agent may take: the longest one over a line of 112 kbit/s. */
    static final Duration FRAME_WITHIN = Duration.ofMinutes(5);
    /** How long the last message may take before the connection is closed. */
    private static final Duration PARTING = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(AgentChannel.class);

    private enum Stage {
        HELLO,
        DECIDING,
        OPEN,
        CLOSED
    }

    private final SharedLinkState parts;
    private final Channel channel;
    private final LinkFrameDecoder<FromAgent> decoder;
    private final SendBuffer outgoing;
    private final HandlerQueue inbox;
    private final Heartbeat heartbeat = new Heartbeat();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final RefusalAllowance refusals = new RefusalAllowance(System.nanoTime());
    private Stage stage = Stage.HELLO;
    private boolean welcomed;
    private String reason = "";
    private long pings;
    private long beatAt;
    /** Whether the end of this connection is in a count. */
    private boolean counted;
    /**
     * How many frames had come when it was looked last, whether there is a part of the next one, and for how many
     * heartbeats.
     */
    private long frames;

    private boolean unfinished;
    private int unfinishedBeats;
    /** The last message, if that was a batch of timings. */
    private @Nullable WaitingTimings timings;

    private volatile Hello hello = Hello.getDefaultInstance();
    private volatile PeerIdentity peer = PeerIdentity.saidBy(Hello.getDefaultInstance());
    private volatile boolean closing;
    private volatile boolean dismissed;
    private volatile boolean answered;

    private AgentChannel(Channel channel, SharedLinkState parts) {
        int max = parts.settings().maxFrameBytes();
        this.parts = parts;
        this.channel = channel;
        this.decoder = new LinkFrameDecoder<>(FromAgent.parser(), Math.min(HELLO_MAX_BYTES, max), heartbeat::heard);
        this.outgoing = new SendBuffer(channel, max, this::tooSlow);
        this.inbox = new HandlerQueue(parts.workers(), channel, max, this::handlerFailed);
    }

    /** Creates the pipeline of an accepted connection. */
    static AgentChannel install(Channel channel, SharedLinkState parts) {
        AgentChannel link = new AgentChannel(channel, parts);
        channel.pipeline().addLast(new AdmissionHandler(parts.unauthenticated(), link::unidentified));
        parts.settings().tls().ifPresent(tls -> channel.pipeline().addLast(tls.newHandler(channel.alloc())));
        channel.pipeline().addLast(link.decoder, new FrameEncoder(), link);
        return link;
    }

    @Override
    public Hello hello() {
        return hello;
    }

    @Override
    public PeerIdentity peer() {
        return peer;
    }

    @Override
    public boolean send(FromController message) {
        if (!MessageRules.recipientsOf(message.getMessageCase()).contains(peer.role())) {
            // An error of this program; what a role must not see does not leave it.
            LOG.error("{}: {} is not sent: not for a {}", this, message.getMessageCase(), peer.roleName());
            return false;
        }
        return !closing && outgoing.send(message);
    }

    @Override
    public void close(String why) {
        closing = true;
        channel.eventLoop().execute(() -> part(why));
    }

    @Override
    public boolean dismissed() {
        return dismissed;
    }

    @Override
    public boolean answered() {
        return answered;
    }

    @Override
    public boolean closing() {
        return closing;
    }

    @Override
    public void refused() {
        if (!closing && !refusals.take(System.nanoTime())) {
            close("more than " + RefusalAllowance.AT_ONCE
                    + " of its messages were refused in a short time (expected: only messages about its own sessions;"
                    + " hint: the controller's log names the first of each kind)");
        }
    }

    /** Ends the link immediately, without a last message. */
    void end(String why) {
        channel.eventLoop().execute(() -> cut(why));
    }

    /** Completes after the handler's last call for this link. */
    CompletableFuture<Void> gone() {
        return gone;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        parts.registry().opened(this);
        ChannelTimers.run(channel, HELLO_WITHIN, this::helloMissing);
    }

    private void helloMissing() {
        if (stage == Stage.HELLO) {
            refuse("hello: none within " + HELLO_WITHIN.toSeconds()
                    + " s (expected: the first message; hint: is this a Deskmeter agent?)");
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FromAgent message) {
        switch (stage) {
            case HELLO -> greet(message);
            case DECIDING -> broken("message: " + message.getMessageCase() + " before the welcome (expected: none)");
            case OPEN -> take(message);
            case CLOSED -> LOG.debug("{}: {} after the end is ignored", this, message.getMessageCase());
        }
    }

    private void greet(FromAgent message) {
        if (message.hasEnrol()) {
            Enrol request = message.getEnrol();
            answerOnce(
                    message.getSerializedSize(),
                    "enrolled",
                    () -> FromController.newBuilder()
                            .setEnrolled(parts.settings().certificates().enrol(request, address()))
                            .build());
            return;
        }
        if (message.hasSetupReport()) {
            SetupReport report = message.getSetupReport();
            Optional<X509Certificate> shown = certificate();
            answerOnce(message.getSerializedSize(), "setup noted", () -> {
                parts.settings().setups().note(report, shown);
                return FromController.newBuilder()
                        .setSetupNoted(SetupNoted.getDefaultInstance())
                        .build();
            });
            return;
        }
        // Before registration: an unauthenticated peer must not end the link of the agent whose id it uses.
        Optional<String> fault = LinkHandshake.fault(message);
        if (fault.isPresent()) {
            refuse(fault.get());
            return;
        }
        PeerAuthentication.Decision decision =
                parts.settings().authentication().authenticate(message.getHello(), certificate());
        if (decision instanceof PeerAuthentication.Authenticated authenticated) {
            greet(message, authenticated);
        } else if (decision instanceof PeerAuthentication.Rejected rejected) {
            refuse(rejected.reason(), rejected.permanent(), rejected.kind());
        }
    }

    private String address() {
        return channel.remoteAddress() instanceof InetSocketAddress remote && remote.getAddress() != null
                ? remote.getAddress().getHostAddress()
                : String.valueOf(channel.remoteAddress());
    }

    /** Of the peer, if it has shown one in the handshake. */
    private Optional<X509Certificate> certificate() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            return Optional.empty();
        }
        try {
            return Optional.of((X509Certificate) tls.engine().getSession().getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException none) {
            return Optional.empty();
        }
    }

    /** Makes the answer to the only message of a connection. */
    private interface Answer {
        FromController make() throws Certificates.RefusedException;
    }

    /** @param why the connection ends after the answer, for the log */
    private void answerOnce(int size, String why, Answer made) {
        stage = Stage.DECIDING;
        HandlerQueue only = new HandlerQueue(parts.joining(), channel, HELLO_MAX_BYTES, this::handlerFailed);
        only.put(size, () -> {
            FromController answer;
            try {
                answer = made.make();
            } catch (Certificates.RefusedException e) {
                channel.eventLoop().execute(() -> refuse(String.valueOf(e.getMessage()), false, e.kind()));
                return;
            }
            channel.eventLoop().execute(() -> {
                counted = true;
                last(answer, why);
            });
        });
    }

    private void renew(RenewCertificate request, int size) {
        Optional<X509Certificate> shown = certificate();
        inbox.put(size, () -> {
            try {
                parts.settings()
                        .certificates()
                        .renew(
                                peer,
                                address(),
                                shown.orElseThrow(() -> new Certificates.RefusedException(
                                        "none is shown (expected: the one that is to be renewed)")),
                                request)
                        .ifPresent(issued -> send(FromController.newBuilder()
                                .setCertificateIssued(issued)
                                .build()));
            } catch (Certificates.RefusedException e) {
                LOG.warn("{}: no new certificate: {}", this, e.getMessage());
                close("certificate: " + e.getMessage());
            }
        });
    }

    private void greet(FromAgent message, PeerAuthentication.Authenticated proved) {
        stage = Stage.DECIDING;
        parts.unauthenticated().leave(channel);
        peer = proved.peer();
        // The code behind this does not need the secret; without it, the secret cannot be logged.
        Hello.Builder known = message.getHello().toBuilder()
                .clearToken()
                .setAgentId(peer.id())
                .setRole(peer.role());
        proved.labels().ifPresent(labels -> known.clearLabels().addAllLabels(labels));
        if (peer.isDesktop()) {
            // Nobody asks a desktop agent for them.
            known.clearLabels().clearWorkloadChecksums();
        }
        hello = LinkHandshake.known(known.build());
        CompletableFuture<Void> unused = parts.registry()
                .greeted(this, hello)
                .thenRun(() -> inbox.put(message.getSerializedSize(), this::decide));
    }

    private void decide() {
        Optional<String> refusal = parts.handler().accept(hello);
        channel.eventLoop().execute(() -> refusal.ifPresentOrElse(this::refuse, this::open));
    }

    private void open() {
        if (stage != Stage.DECIDING) {
            return;
        }
        stage = Stage.OPEN;
        welcomed = true;
        parts.counters().connected.increment();
        int most = parts.settings().maxFrameBytes();
        decoder.limit(peer.isDesktop() ? Math.min(DESKTOP_MAX_BYTES, most) : most);
        if (peer.isDesktop()) {
            inbox.limit(Math.min(DESKTOP_WAITING_BYTES, most));
        }
        LinkServerSettings settings = parts.settings();
        Welcome welcome = Welcome.newBuilder()
                .setProtocol(LinkHandshake.PROTOCOL)
                .setHeartbeatMillis((int) settings.heartbeat().toMillis())
                .setGraceMillis((int) settings.grace().toMillis())
                .setStoreId(settings.storeId())
                .build();
        send(FromController.newBuilder().setWelcome(welcome).build());
        inbox.put(0, () -> parts.handler().connected(this));
        beat();
    }

    private void beat() {
        if (stage != Stage.OPEN) {
            return;
        }
        if (inbox.paused()) {
            heartbeat.heard();
        }
        countLate();
        if (takesTooLong()) {
            broken("frame: not complete after " + FRAME_WITHIN.toMinutes()
                    + " min (expected: the whole frame; hint: is the connection of the agent very slow?)");
            return;
        }
        if (heartbeat.beat()) {
            pings++;
            send(FromController.newBuilder()
                    .setPing(Ping.newBuilder().setSequence(pings))
                    .build());
            ChannelTimers.run(channel, parts.settings().heartbeat(), this::beat);
        } else {
            parts.counters().lost.increment();
            cut("heartbeat: " + Heartbeat.ALLOWED + " pings unanswered (expected: an answer every "
                    + parts.settings().heartbeat().toMillis() + " ms)");
        }
    }

    /** Ends nothing: it is for those who look whether links are disturbed. */
    private void countLate() {
        long now = channel.eventLoop().ticker().nanoTime();
        boolean sentLate =
                pings > 0 && now - beatAt > parts.settings().heartbeat().toNanos() * 3 / 2;
        if (sentLate || heartbeat.silent()) {
            parts.counters().late.increment();
        }
        beatAt = now;
    }

    /**
     * Counted in heartbeats, as in {@link Heartbeat}: while this process was suspended, no agent could send the rest.
     */
    private boolean takesTooLong() {
        unfinishedBeats = unfinished && !inbox.paused() ? unfinishedBeats + 1 : 0;
        return parts.settings().heartbeat().multipliedBy(unfinishedBeats).compareTo(FRAME_WITHIN) > 0;
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        // Before the hello message, places bound it; client agents may have long frames.
        if (peer.isDesktop() && stage != Stage.CLOSED) {
            noteUnfinished();
        }
        ctx.fireChannelReadComplete();
    }

    private void noteUnfinished() {
        int bytes = decoder.unfinishedBytes();
        boolean next = decoder.frames() != frames;
        frames = decoder.frames();
        if (next || !unfinished) {
            unfinishedBeats = 0;
        }
        unfinished = bytes > 0;
        parts.unfinished().holds(this, site(), bytes, next).forEach(AgentChannel::giveUpFrame);
    }

    private String site() {
        return channel.remoteAddress() instanceof InetSocketAddress remote && remote.getAddress() != null
                ? SenderSite.of(remote.getAddress())
                : String.valueOf(channel.remoteAddress());
    }

    /** Its memory is needed for others. Any thread. */
    private void giveUpFrame() {
        channel.eventLoop().execute(() -> {
            if (stage != Stage.CLOSED) {
                counted = true;
                parts.counters().broken.increment();
                cut("frame: not complete, and the frames of desktop agents that are not complete take more than "
                        + UnfinishedFrames.MOST_BYTES + " bytes, or " + UnfinishedFrames.MOST_BYTES_OF_SITE
                        + " of one site: the one that has taken longest ends");
            }
        });
    }

    private void take(FromAgent message) {
        // It sends nothing between its hello message and our welcome.
        answered = true;
        switch (message.getMessageCase()) {
            case PONG -> LOG.trace("{}: pong", this);
            case HELLO -> broken("hello: a second one (expected: one, as the first message)");
            case MESSAGE_NOT_SET -> {
                parts.counters().unknown.increment();
                LOG.warn("{}: message unknown to this version, ignored (hint: is the agent newer?)", this);
            }
            case TIMINGS -> takeTimings(message);
            case ENROL, SETUP_REPORT ->
                broken(message.getMessageCase().name().toLowerCase(Locale.ROOT)
                        + ": on an open link (expected: as the only message of a connection)");
            case RENEW_CERTIFICATE -> {
                if (MessageRules.of(message.getMessageCase()).roles().contains(peer.role())) {
                    renew(message.getRenewCertificate(), message.getSerializedSize());
                } else {
                    broken("renew_certificate: from a " + peer.roleName() + " (expected: from a client agent)");
                }
            }
            default -> {
                timings = null;
                inbox.put(message.getSerializedSize(), () -> deliver(message));
            }
        }
    }

    /**
     * Each waits in the inbox with its own size, so that too many of them pause reading; the call for the first
     * delivers all.
     */
    private void takeTimings(FromAgent message) {
        if (timings != null && timings.add(message.getTimings())) {
            inbox.put(message.getSerializedSize(), () -> {});
            return;
        }
        WaitingTimings waiting = new WaitingTimings(message.getTimings());
        timings = waiting;
        inbox.put(message.getSerializedSize(), () -> deliver(waiting));
    }

    private void deliver(WaitingTimings waiting) {
        List<TimingBatch> batches = waiting.take();
        if (closing) {
            LOG.debug("{}: timings are not handled, because the link is being closed", this);
        } else {
            parts.handler().timings(this, batches);
        }
    }

    /** Messages after the one at which the handler has closed this link are sent again on the next link. */
    private void deliver(FromAgent message) {
        if (closing) {
            LOG.debug("{}: {} is not handled, because the link is being closed", this, message.getMessageCase());
        } else {
            parts.handler().received(this, message);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (ChannelFaults.isBroken(cause)) {
            broken(ChannelFaults.describe(cause, channel.remoteAddress()));
        } else {
            cut(ChannelFaults.describe(cause, channel.remoteAddress()));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cut("connection closed by the agent");
        if (hello.getAgentId().isEmpty()) {
            // Anybody can connect: peers that have not authenticated must not fill the log.
            LOG.debug("{}: link ended: {}", this, reason);
        } else {
            LOG.info("{}: link ended: {}", this, reason);
        }
        parts.unfinished().forget(this);
        parts.registry().closed(this);
        if (welcomed) {
            String last = reason;
            inbox.put(0, () -> leave(last));
        } else {
            gone.complete(null);
        }
    }

    private void leave(String last) {
        try {
            parts.handler().disconnected(this, last);
        } finally {
            gone.complete(null);
        }
    }

    private void unidentified() {
        if (!counted) {
            parts.counters().unidentified.increment();
        }
    }

    private void refuse(String why) {
        refuse(why, false, RefusalKind.REFUSAL_KIND_OTHER);
    }

    private void refuse(String why, boolean permanent, RefusalKind kind) {
        if (stage != Stage.CLOSED) {
            counted = true;
            parts.counters().refused.increment();
            part(why, permanent, kind);
        }
    }

    /** Ends the link, because its agent was revoked. Any thread. */
    void dismiss(String why) {
        dismissed = true;
        closing = true;
        channel.eventLoop().execute(() -> part(why, true, RefusalKind.REFUSAL_KIND_REVOKED));
    }

    private void broken(String why) {
        if (stage != Stage.CLOSED) {
            counted = true;
            parts.counters().broken.increment();
            part(why);
        }
    }

    private void tooSlow() {
        parts.counters().slow.increment();
        end("agent reads too slowly: more than " + outgoing.maxBytes() + " bytes wait for it");
    }

    private void handlerFailed(Throwable e) {
        parts.counters().failed.increment();
        LOG.error("{}: the handler failed; closing the link so that the agent resends", this, e);
        // For a stranger there are no details.
        close(
                stage == Stage.OPEN
                        ? "controller: " + e
                        : "controller: an internal error (hint: the controller's log has the details)");
    }

    /** Sends the reason, then closes. */
    private void part(String why) {
        part(why, false, RefusalKind.REFUSAL_KIND_OTHER);
    }

    private void part(String why, boolean permanent, RefusalKind kind) {
        Refused refused = Refused.newBuilder()
                .setReason(why)
                .setPermanent(permanent)
                .setKind(kind)
                .build();
        last(FromController.newBuilder().setRefused(refused).build(), why);
    }

    private void last(FromController message, String why) {
        if (stage == Stage.CLOSED) {
            return;
        }
        stage = Stage.CLOSED;
        reason = why;
        channel.writeAndFlush(message).addListener(ChannelFutureListener.CLOSE);
        ChannelTimers.run(channel, PARTING, () -> cut(why));
    }

    private void cut(String why) {
        stage = Stage.CLOSED;
        if (reason.isEmpty()) {
            reason = why;
        }
        ChannelTimers.close(channel);
    }

    @Override
    public String toString() {
        return "agent " + hello.getAgentId() + " at " + channel.remoteAddress();
    }
}
