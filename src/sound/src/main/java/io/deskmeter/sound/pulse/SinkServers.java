package io.deskmeter.sound.pulse;

import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Opens sound servers; all share this object's event loop of one or two threads. Closing it closes them.
 *
 * <p>Thread-safe.
 */
public final class SinkServers implements AutoCloseable {
    private static final int CLOSE_SECONDS = 5;

    private final EventLoopGroup group;
    private final LongSupplier nanoTime;
    private final InstantSource wallClock;
    private final Set<SinkSource> open = ConcurrentHashMap.newKeySet();

    /**
     * @param nanoTime monotonic nanoseconds; stamps what is played
     * @param wallClock labels the answers to clients that ask for the latency
     * @param threads of the event loop, 1 or 2
     */
    public SinkServers(LongSupplier nanoTime, InstantSource wallClock, int threads) {
        if (threads < 1 || threads > 2) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: 1 or 2)");
        }
        this.nanoTime = nanoTime;
        this.wallClock = wallClock;
        this.group = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("sound", true, Thread.MAX_PRIORITY), NioIoHandler.newFactory());
    }

    /**
     * Opens a server, whose card plays from now on.
     *
     * @param address a Unix socket that does not exist, in a folder of the user alone; or a port of the loopback, 0 for
     *     any that is free: cookies are sent as they are, so other machines need a tunnel
     * @param executor calls the listener, one call at a time (the executor itself need not be serial); must outlive the
     *     source
     */
    public SinkSource open(SocketAddress address, SinkSettings settings, SoundListener listener, Executor executor)
            throws SoundException {
        check(address);
        EventLoop loop = group.next();
        SinkCounters counters = new SinkCounters();
        BlockQueue blocks =
                new BlockQueue(listener, executor, settings.limits().waitingBlocks(), counters.lostBlocks::increment);
        Sink sink = new Sink(settings, nanoTime, wallClock, alarm(loop), counters, blocks::add);
        ChannelFuture bound = bootstrap(loop, address, sink).bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new SoundException(
                    "sound server: " + address + " cannot be listened on: "
                            + bound.cause().getMessage()
                            + " (expected: a free port, or a socket that does not exist in a folder that does)",
                    bound.cause());
        }
        SinkSource source = new SinkSource(bound.channel(), loop, sink, blocks, open::remove);
        open.add(source);
        loop.execute(sink::changed);
        return source;
    }

    private static void check(SocketAddress address) throws SoundException {
        boolean here = address instanceof UnixDomainSocketAddress
                || (address instanceof InetSocketAddress inet
                        && !inet.isUnresolved()
                        && inet.getAddress().isLoopbackAddress());
        if (!here) {
            throw new SoundException(
                    "sound server: " + address
                            + " (expected: a Unix socket or an address of the loopback; hint: reach it from other machines through a tunnel)");
        }
    }

    private static Alarm alarm(EventLoop loop) {
        return (nanos, task) -> {
            var timer = loop.schedule(task, nanos, TimeUnit.NANOSECONDS);
            return () -> timer.cancel(false);
        };
    }

    private static ServerBootstrap bootstrap(EventLoop loop, SocketAddress address, Sink sink) {
        int unsent = sink.settings().limits().unsentBytes();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(unsent / 2, unsent))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        new PulseConnection(sink, channel);
                    }
                });
        if (address instanceof UnixDomainSocketAddress) {
            return bootstrap.channel(NioServerDomainSocketChannel.class);
        }
        return bootstrap.channel(NioServerSocketChannel.class).childOption(ChannelOption.TCP_NODELAY, true);
    }

    /** Closes all servers, and waits up to five seconds for the event loop to end. */
    @Override
    public void close() {
        open.forEach(SinkSource::close);
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
