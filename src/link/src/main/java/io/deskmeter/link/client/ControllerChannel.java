package io.deskmeter.link.client;

import io.deskmeter.link.channel.ChannelFaults;
import io.deskmeter.link.channel.ChannelTimers;
import io.deskmeter.link.channel.HandlerQueue;
import io.deskmeter.link.channel.Heartbeat;
import io.deskmeter.link.channel.LinkCounters;
import io.deskmeter.link.channel.LinkHandshake;
import io.deskmeter.link.channel.SendBuffer;
import io.deskmeter.link.frame.FrameEncoder;
import io.deskmeter.link.frame.LinkFrameDecoder;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Pong;
import io.deskmeter.link.v1.Refused;
import io.deskmeter.link.v1.Welcome;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent's end of one connection, from the hello to its end. Its state belongs to the channel's event loop. */
final class ControllerChannel extends SimpleChannelInboundHandler<FromController> {
    static final Duration WELCOME_WITHIN = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(ControllerChannel.class);

    /**
     * The owner of the connection. All methods but {@link #hello} are called through the {@link HandlerQueue};
     * {@link #ended} is always called, as the last one.
     */
    interface Owner {
        /** Called on the event loop. */
        Hello hello();

        void welcomed(ControllerChannel channel, Welcome welcome);

        void received(FromController message);

        void ended(End end, String reason);
    }

    /** The progress of a connection when it ended. */
    enum End {
        NEVER_WELCOMED,
        REFUSED,
        /** Until a person acts, before or after the welcome. */
        REFUSED_PERMANENTLY,
        /** After the welcome, by the controller and with its reason. */
        DISMISSED,
        DISCONNECTED
    }

    private final Channel channel;
    private final Owner owner;
    private final LinkCounters counters;
    private final SendBuffer outgoing;
    private final Heartbeat heartbeat;
    private final HandlerQueue inbox;
    private End end = End.NEVER_WELCOMED;
    private String reason = "";
    private Duration interval = Duration.ZERO;

    private ControllerChannel(
            Channel channel,
            Owner owner,
            LinkCounters counters,
            int maxFrameBytes,
            Heartbeat heartbeat,
            Executor calls) {
        this.channel = channel;
        this.owner = owner;
        this.counters = counters;
        this.heartbeat = heartbeat;
        this.outgoing = new SendBuffer(channel, maxFrameBytes, this::tooSlow);
        this.inbox = new HandlerQueue(calls, channel, maxFrameBytes, this::handlerFailed);
    }

    /** Creates the pipeline of a connection before it is opened. */
    static ControllerChannel install(
            Channel channel, LinkClientSettings settings, LinkCounters counters, Owner owner, Executor calls) {
        Heartbeat heartbeat = new Heartbeat();
        ControllerChannel link =
                new ControllerChannel(channel, owner, counters, settings.maxFrameBytes(), heartbeat, calls);
        settings.tls()
                .ifPresent(tls ->
                        channel.pipeline().addLast(tls.newHandler(channel.alloc(), settings.host(), settings.port())));
        channel.pipeline()
                .addLast(
                        new LinkFrameDecoder<>(FromController.parser(), settings.maxFrameBytes(), heartbeat::heard),
                        new FrameEncoder(),
                        link);
        return link;
    }

    boolean send(FromAgent message) {
        return outgoing.send(message);
    }

    /** Ends the connection immediately. */
    void end(String why) {
        channel.eventLoop().execute(() -> cut(why));
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        send(FromAgent.newBuilder().setHello(owner.hello()).build());
        ChannelTimers.run(channel, WELCOME_WITHIN, this::welcomeMissing);
    }

    private void welcomeMissing() {
        if (end == End.NEVER_WELCOMED) {
            cut("welcome: none within " + WELCOME_WITHIN.toSeconds()
                    + " s (expected: the answer to a hello; hint: is this the controller's link port?)");
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FromController message) {
        if (!reason.isEmpty()) {
            LOG.debug("{}: {} after the end is ignored", this, message.getMessageCase());
        } else if (message.hasRefused()) {
            dismissed(message.getRefused());
        } else if (end == End.DISCONNECTED) {
            take(message);
        } else {
            greeted(message);
        }
    }

    private void dismissed(Refused refused) {
        String why = refused.getReason();
        if (refused.getPermanent()) {
            counters.refused.increment();
            end = End.REFUSED_PERMANENTLY;
            cut(why);
        } else if (end == End.DISCONNECTED) {
            end = End.DISMISSED;
            cut("ended by the controller: " + why);
        } else {
            counters.refused.increment();
            end = End.REFUSED;
            cut(why);
        }
    }

    private void greeted(FromController message) {
        Optional<String> fault = LinkHandshake.fault(message);
        if (fault.isPresent()) {
            broken(fault.get());
            return;
        }
        end = End.DISCONNECTED;
        counters.connected.increment();
        interval = Duration.ofMillis(message.getWelcome().getHeartbeatMillis());
        inbox.put(0, () -> owner.welcomed(this, message.getWelcome()));
        beat();
    }

    private void beat() {
        if (!reason.isEmpty()) {
            return;
        }
        if (inbox.paused()) {
            heartbeat.heard();
        }
        if (heartbeat.beat()) {
            ChannelTimers.run(channel, interval, this::beat);
        } else {
            counters.lost.increment();
            cut("heartbeat: no data from the controller for " + Heartbeat.ALLOWED + " beats (expected: a ping every "
                    + interval.toMillis() + " ms)");
        }
    }

    private void take(FromController message) {
        switch (message.getMessageCase()) {
            case PING ->
                send(FromAgent.newBuilder()
                        .setPong(Pong.newBuilder().setSequence(message.getPing().getSequence()))
                        .build());
            case WELCOME -> broken("welcome: a second one (expected: one)");
            case MESSAGE_NOT_SET -> {
                counters.unknown.increment();
                LOG.warn("{}: message unknown to this version, ignored (hint: is the controller newer?)", this);
            }
            default -> inbox.put(message.getSerializedSize(), () -> owner.received(message));
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
        cut(
                end == End.NEVER_WELCOMED && channel.pipeline().get(SslHandler.class) == null
                        ? "connection closed by the controller before it answered (hint: its port for agents of other machines needs --join"
                                + " once, and --authority of a desktop agent)"
                        : "connection closed by the controller");
        End how = end;
        String why = reason;
        inbox.put(0, () -> owner.ended(how, why));
    }

    private void broken(String why) {
        counters.broken.increment();
        cut(why);
    }

    private void tooSlow() {
        counters.slow.increment();
        end("controller reads too slowly: more than " + outgoing.maxBytes() + " bytes wait for it");
    }

    private void handlerFailed(Throwable e) {
        counters.failed.increment();
        LOG.error("{}: the agent's handler failed; the link is ended", this, e);
        end("agent: " + e);
    }

    private void cut(String why) {
        if (reason.isEmpty()) {
            reason = why;
        }
        ChannelTimers.close(channel);
    }

    @Override
    public String toString() {
        return "controller at " + channel.remoteAddress();
    }
}
