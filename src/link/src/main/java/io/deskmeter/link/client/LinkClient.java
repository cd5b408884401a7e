package io.deskmeter.link.client;

import io.deskmeter.link.channel.ExecutorShutdown;
import io.deskmeter.link.channel.LinkCounters;
import io.deskmeter.link.channel.LinkCounts;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Welcome;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the controller, and reconnects until {@link #close}. One thread reads and writes, one calls the
 * {@link ControllerHandler}.
 *
 * <p>{@link #send} works only between {@link ControllerHandler#connected} and {@link ControllerHandler#disconnected}: a
 * message cannot be sent on a new link before the handler has received the end of the old one.
 * {@link io.deskmeter.link.delivery.TimingSender} relies on that.
 */
public final class LinkClient implements AutoCloseable {
    private static final int CONNECT_MILLIS = 10_000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(LinkClient.class);

    private final LinkClientSettings settings;
    private final Supplier<Hello> hello;
    private final ControllerHandler handler;
    private final ScheduledExecutorService timers;
    private final Backoff backoff;
    private final LinkCounters counters = new LinkCounters();
    private final EventLoopGroup io;
    private final ExecutorService calls;
    private final ControllerChannel.Owner owner = new Connection();
    private volatile @Nullable ControllerChannel sending;
    private volatile String token = "";
    private volatile boolean closed;

    /**
     * @param hello called at each connection, on the thread that reads and writes: it must not block
     * @param timers runs the wait between attempts
     */
    public LinkClient(
            LinkClientSettings settings,
            Supplier<Hello> hello,
            ControllerHandler handler,
            ScheduledExecutorService timers) {
        this(settings, hello, handler, timers, () -> ThreadLocalRandom.current().nextDouble());
    }

    LinkClient(
            LinkClientSettings settings,
            Supplier<Hello> hello,
            ControllerHandler handler,
            ScheduledExecutorService timers,
            DoubleSupplier jitter) {
        this.settings = settings;
        this.hello = hello;
        this.handler = handler;
        this.timers = timers;
        this.backoff = new Backoff(settings.backoffMin(), settings.backoffMax(), jitter);
        this.io = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("link-io", true), NioIoHandler.newFactory());
        this.calls = Executors.newSingleThreadExecutor(new DefaultThreadFactory("link-controller", true));
    }

    /** Begins to connect; returns immediately. Call it once. */
    public void start() {
        dial();
    }

    /**
     * Queues a message; messages are sent in the order of the calls. Any thread.
     *
     * @return false if there is no link, or if this call ended it because the controller reads too slowly. True does
     *     not guarantee arrival
     * @throws IllegalArgumentException if the message exceeds the largest frame
     */
    public boolean send(FromAgent message) {
        ControllerChannel channel = sending;
        return channel != null && channel.send(message);
    }

    /** Ends the link, if there is one, and connects again, with another hello. Any thread. */
    public void reconnect(String reason) {
        ControllerChannel channel = sending;
        if (channel != null) {
            channel.end(reason);
        }
    }

    /** The counters so far. */
    public LinkCounts counts() {
        return counters.snapshot();
    }

    /**
     * Ends the link and stops reconnecting; when it returns, {@link ControllerHandler#disconnected} has been called. Do
     * not call it from the handler.
     */
    @Override
    public void close() {
        closed = true;
        ControllerChannel channel = sending;
        if (channel != null) {
            channel.end("agent stops");
        }
        io.shutdownGracefully(0, CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS).awaitUninterruptibly();
        ExecutorShutdown.await(calls, CLOSE_WITHIN);
    }

    /** Runs on a timer, whose failures are not read: after an unreported failure there would be no further attempt. */
    private void dial() {
        if (closed) {
            return;
        }
        try {
            connect();
        } catch (Throwable e) {
            counters.failed.increment();
            LOG.error("cannot begin to connect to {}:{}", settings.host(), settings.port(), e);
            Duration unused = again();
        }
    }

    private void connect() {
        token = settings.token().get();
        new Bootstrap()
                .group(io)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        ControllerChannel.install(channel, settings, counters, owner, calls);
                    }
                })
                .connect(settings.host(), settings.port())
                .addListener(done -> {
                    if (!done.isSuccess()) {
                        calls.execute(() -> failed(done.cause()));
                    }
                });
    }

    private void failed(Throwable cause) {
        try {
            unreachable("cannot connect to " + settings.host() + ":" + settings.port() + ": " + cause.getMessage());
        } catch (Throwable e) {
            counters.failed.increment();
            LOG.error("the agent's handler failed", e);
        }
    }

    private void unreachable(String reason) {
        Duration wait = again();
        LOG.info("{}; next attempt in {} ms", reason, wait.toMillis());
        handler.unreachable(reason, wait);
    }

    private Duration again() {
        Duration wait = backoff.next();
        if (!closed) {
            try {
                ScheduledFuture<?> unused = timers.schedule(this::dial, wait.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                LOG.warn("timers have ended before the link was closed: no further attempt");
            }
        }
        return wait;
    }

    /**
     * Runs on the thread of the handler's calls; the next attempt starts only after {@link #ended}, so links never
     * overlap.
     */
    private final class Connection implements ControllerChannel.Owner {
        /** Whether the controller has sent a message since its welcome. */
        private boolean fruitful;

        @Override
        public Hello hello() {
            return hello.get().toBuilder().setToken(token).build();
        }

        @Override
        public void welcomed(ControllerChannel channel, Welcome welcome) {
            fruitful = false;
            sending = channel;
            handler.connected(welcome);
        }

        @Override
        public void received(FromController message) {
            fruitful = true;
            handler.received(message);
        }

        @Override
        public void ended(ControllerChannel.End end, String reason) {
            boolean wasOpen = sending != null;
            sending = null;
            switch (end) {
                case REFUSED_PERMANENTLY -> {
                    closed = true;
                    LOG.error("refused by the controller: {}; there is no further attempt", reason);
                    if (wasOpen) {
                        handler.disconnected(reason);
                    }
                    handler.refusedPermanently(reason);
                }
                case NEVER_WELCOMED -> unreachable(reason);
                case REFUSED -> {
                    Duration wait = again();
                    LOG.warn("refused by the controller: {}; next attempt in {} ms", reason, wait.toMillis());
                    handler.refused(reason);
                }
                case DISMISSED, DISCONNECTED -> {
                    // A controller that accepts the agent only to disconnect it, because its disk is full, is not
                    // contacted four times a second.
                    if (end == ControllerChannel.End.DISCONNECTED || fruitful) {
                        backoff.reset();
                    }
                    Duration wait = again();
                    LOG.info("link ended: {}; next attempt in {} ms", reason, wait.toMillis());
                    handler.disconnected(reason);
                }
            }
        }
    }
}
