package io.deskmeter.link.server;

import io.deskmeter.link.channel.ExecutorShutdown;
import io.deskmeter.link.channel.LinkCounters;
import io.deskmeter.link.channel.LinkCounts;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Accepts the connections of agents. Two threads read and write for all agents; a few more call the
 * {@link AgentHandler}.
 */
public final class LinkServer implements AutoCloseable {
    private static final int IO_THREADS = 2;
    private static final int MIN_WORKERS = 4;
    private static final int JOINING = 2;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final EventLoopGroup io;
    private final ExecutorService workers;
    private final ExecutorService joining;
    private final SharedLinkState parts;
    private final Channel listening;
    private final List<Channel> more = new CopyOnWriteArrayList<>();

    private LinkServer(
            EventLoopGroup io,
            ExecutorService workers,
            ExecutorService joining,
            SharedLinkState parts,
            Channel listening) {
        this.io = io;
        this.workers = workers;
        this.joining = joining;
        this.parts = parts;
        this.listening = listening;
    }

    /** Listens; throws if the address cannot be used. */
    public static LinkServer start(LinkServerSettings settings, AgentHandler handler) throws LinkException {
        EventLoopGroup io = new MultiThreadIoEventLoopGroup(
                IO_THREADS, new DefaultThreadFactory("link-io", true), NioIoHandler.newFactory());
        int threads = Math.max(MIN_WORKERS, Runtime.getRuntime().availableProcessors());
        ExecutorService workers = Executors.newFixedThreadPool(threads, new DefaultThreadFactory("link-agents", true));
        // As many wait at most as there are connections without a hello message.
        ExecutorService joining = Executors.newFixedThreadPool(JOINING, new DefaultThreadFactory("link-joining", true));
        LinkCounters counters = new LinkCounters();
        SharedLinkState parts = new SharedLinkState(
                settings,
                handler,
                workers,
                joining,
                counters,
                new AgentRegistry(),
                new ConnectionsWithoutHello(counters),
                new UnfinishedFrames());
        try {
            return new LinkServer(io, workers, joining, parts, bind(io, parts));
        } catch (LinkException e) {
            io.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
            workers.shutdown();
            joining.shutdown();
            throw e;
        }
    }

    private static Channel bind(EventLoopGroup io, SharedLinkState parts) throws LinkException {
        LinkServerSettings settings = parts.settings();
        ChannelFuture bound =
                bootstrap(io, parts).bind(settings.host(), settings.port()).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw cannotBind(settings, bound.cause());
        }
        return bound.channel();
    }

    /**
     * Listens at another address, too; throws if it cannot be used.
     *
     * @return the port to which agents connect
     */
    public int listen(LinkServerSettings other) throws LinkException {
        Channel added = bind(io, parts.at(other));
        more.add(added);
        return ((InetSocketAddress) added.localAddress()).getPort();
    }

    /**
     * Ends the links of agents that were revoked. Any thread.
     *
     * @param why is asked once for each link: that it was revoked, and the reason; empty if it stays
     */
    public void end(Function<AgentLink, Optional<String>> why) {
        for (AgentChannel link : parts.registry().all()) {
            why.apply(link).ifPresent(link::dismiss);
        }
    }

    private static ServerBootstrap bootstrap(EventLoopGroup io, SharedLinkState parts) {
        return new ServerBootstrap()
                .group(io)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        AgentChannel.install(channel, parts);
                    }
                });
    }

    private static LinkException cannotBind(LinkServerSettings settings, Throwable cause) {
        String message = cause instanceof BindException
                        && String.valueOf(cause.getMessage()).contains("in use")
                ? "link port: " + settings.port()
                        + " is in use (expected: a free port; hint: end the program that uses it, or choose another port, 0 for any)"
                : "link address: " + settings.host() + ":" + settings.port() + " cannot be listened on: "
                        + cause.getMessage()
                        + " (expected: an address of this machine and a port that this user may open)";
        return new LinkException(message, cause);
    }

    /** The port to which agents connect. */
    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Whether agents can connect: false once it is closed. */
    public boolean listens() {
        return listening.isActive() && more.stream().allMatch(Channel::isActive);
    }

    /** The counters so far. */
    public LinkCounts counts() {
        return parts.counters().snapshot();
    }

    /** The number of connections whose peers have not proved yet who they are. */
    public int unauthenticated() {
        return parts.unauthenticated().count();
    }

    /**
     * Ends all links; when it returns, {@link AgentHandler#disconnected} has been called for each of them. Do not call
     * it from a handler.
     */
    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        more.forEach(channel -> channel.close().awaitUninterruptibly());
        parts.registry().all().forEach(link -> link.close("controller stops"));
        io.shutdownGracefully(100, CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly();
        ExecutorShutdown.await(workers, CLOSE_WITHIN);
        ExecutorShutdown.await(joining, CLOSE_WITHIN);
    }
}
