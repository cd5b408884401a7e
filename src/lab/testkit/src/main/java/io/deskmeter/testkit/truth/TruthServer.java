package io.deskmeter.testkit.truth;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * An RFB server that reports the true times of its updates. Every connection is a separate desktop that shows the
 * {@link Scene}; commands go to all.
 *
 * <p>Supports versions 3.3 to 3.8 without security, Raw and ZRLE, true colour of 8, 16 and 32 bits, continuous updates
 * and fences.
 *
 * <p>Thread-safe. One event loop serves all connections.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the clean-up
public final class TruthServer implements TruthProgram {
    /** The fractional parts of its multiples are evenly distributed between 0 and 1 for any number of them. */
    private static final double GOLDEN = 0.6180339887498949;

    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("truth", true), NioIoHandler.newFactory());
    private final Set<TruthDesktop> desktops = ConcurrentHashMap.newKeySet();
    private final AtomicLong connected = new AtomicLong();
    private final Scene scene;
    private final double updatesPerSecond;
    private final LongSupplier nanoTime;
    private final TruthLog log;
    private final Channel listening;

    private TruthServer(
            SocketAddress address, Scene scene, double updatesPerSecond, LongSupplier nanoTime, TruthLog log)
            throws IOException {
        if (!(updatesPerSecond >= 0 && updatesPerSecond <= 1000)) {
            throw new IllegalArgumentException("updatesPerSecond: " + updatesPerSecond + " (expected: 0 to 1000)");
        }
        this.scene = scene;
        this.updatesPerSecond = updatesPerSecond;
        this.nanoTime = nanoTime;
        this.log = log;
        this.listening = listen(address);
    }

    /**
     * Listens on a Unix socket.
     *
     * @param updatesPerSecond of every desktop without input, each with a different phase; 0 for none
     * @param log receives answers, on the event loop
     */
    public static TruthServer unix(Path socket, Scene scene, double updatesPerSecond, TruthLog log) throws IOException {
        return new TruthServer(UnixDomainSocketAddress.of(socket), scene, updatesPerSecond, System::nanoTime, log);
    }

    /**
     * Listens on a port.
     *
     * @param host the address to listen on; use one that only this machine can reach, because there is no security
     * @param port 0 for any free port, see {@link #port}
     */
    public static TruthServer tcp(InetAddress host, int port, Scene scene, double updatesPerSecond, TruthLog log)
            throws IOException {
        return new TruthServer(new InetSocketAddress(host, port), scene, updatesPerSecond, System::nanoTime, log);
    }

    private Channel listen(SocketAddress address) throws IOException {
        Class<? extends ServerChannel> type = address instanceof UnixDomainSocketAddress
                ? NioServerDomainSocketChannel.class
                : NioServerSocketChannel.class;
        var bound = new ServerBootstrap()
                .group(group)
                .channel(type)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        welcome(channel);
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            throw new IOException(address + ": cannot listen: " + bound.cause().getMessage(), bound.cause());
        }
        return bound.channel();
    }

    private void welcome(Channel channel) {
        TruthDesktop desktop = new TruthDesktop(scene, nanoTime, log, channel);
        long index = connected.getAndIncrement();
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext context, Object bytes) {
                desktop.readAt(nanoTime.getAsLong());
                context.fireChannelRead(bytes);
            }
        });
        channel.pipeline().addLast(new ClientMessages(), desktop);
        desktops.add(desktop);
        channel.closeFuture().addListener(closed -> desktops.remove(desktop));
        if (updatesPerSecond > 0) {
            long period = (long) (TimeUnit.SECONDS.toNanos(1) / updatesPerSecond);
            desktop.animate((long) (index * GOLDEN % 1 * period), period);
        }
    }

    /** The port of {@link #tcp}. */
    public int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** The number of connected desktops. */
    public int desktops() {
        return desktops.size();
    }

    /** Arms every desktop: the next key press on each is answered. */
    @Override
    public void arm(long number, long delayNanos) {
        if (number < 1 || delayNanos < 0) {
            throw new IllegalArgumentException(
                    "arm: number " + number + ", delay " + delayNanos + " ns (expected: number >= 1, delay >= 0)");
        }
        onLoop(desktop -> desktop.arm(number, delayNanos));
    }

    /** Applies to every desktop. */
    @Override
    public void mark(boolean shown) {
        onLoop(desktop -> desktop.mark(shown));
    }

    private void onLoop(Consumer<TruthDesktop> action) {
        listening.eventLoop().submit(() -> desktops.forEach(action)).syncUninterruptibly();
    }

    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
