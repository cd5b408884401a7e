package io.deskmeter.screen.rfb;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.SerialExecutor;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Opens screens over RFB; all share this object's event loop of one or two threads. Closing it closes them.
 *
 * <p>Thread-safe.
 */
public final class RfbScreens implements AutoCloseable {
    /** With more unsent bytes, a server counts as not reading. */
    static final int MAX_UNSENT_BYTES = 1 << 20;

    private final EventLoopGroup group;
    private final LongSupplier nanoTime;
    private final Set<RfbScreen> open = ConcurrentHashMap.newKeySet();
    /** Connection attempts in progress; when the event loop ends, the remaining ones are failed explicitly. */
    private final Set<CompletableFuture<Screen>> pending = ConcurrentHashMap.newKeySet();

    private final RfbScreen.Dialler dialler = new OwnDialler();
    private final RfbTls tls = new RfbTls();
    private volatile boolean closed;

    /**
     * @param nanoTime monotonic nanoseconds; stamps frames and input
     * @param threads of the event loop, 1 or 2; one serves hundreds of sessions
     */
    public RfbScreens(LongSupplier nanoTime, int threads) {
        if (threads < 1 || threads > 2) {
            throw new IllegalArgumentException("threads: " + threads + " (expected: 1 or 2)");
        }
        this.nanoTime = nanoTime;
        this.group = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("rfb", true, Thread.MAX_PRIORITY), NioIoHandler.newFactory());
    }

    /**
     * Opens a screen. Its first frame shows the whole screen.
     *
     * @param executor decodes, calls the listener and completes this future and those of {@link Screen#fire}, one task
     *     at a time and in order (the executor itself need not be serial); must outlive the screen
     * @return the screen once the server has sent its ServerInit message, before the first frame; fails with a
     *     {@link ScreenException} (then the listener is never called). Cancelling it ends the attempt
     */
    // Nothing depends on this clean-up; the sets compare by identity.
    @SuppressWarnings({"FutureReturnValueIgnored", "CollectionUndefinedEquality"})
    public CompletableFuture<Screen> connect(
            RfbTarget target, RfbSettings settings, FrameListener listener, Executor executor) {
        CompletableFuture<Screen> result = new CompletableFuture<>();
        pending.add(result);
        result.whenComplete((screen, failure) -> pending.remove(result));
        Executor serial = new SerialExecutor(executor);
        RfbConnection.Setting setting = new RfbConnection.Setting(target, settings, serial, nanoTime, tls);
        RfbScreen screen = new RfbScreen(setting, listener, dialler, result);
        open.add(screen);
        result.whenComplete((connected, failure) -> {
            if (failure != null) {
                screen.close();
            }
        });
        try {
            // On the executor, because resolving a host name may take seconds.
            serial.execute(screen::dial);
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new ScreenException(target + ": the executor rejects tasks", e));
        }
        return result;
    }

    private void dial(RfbScreen screen) {
        RfbTarget target = screen.setting().target();
        if (closed) {
            screen.unreachable(closedBefore(target));
            return;
        }
        try {
            SocketAddress address = resolved(target.address());
            boolean privateLine = !(address instanceof InetSocketAddress inet)
                    || inet.getAddress().isLoopbackAddress();
            ChannelFuture connecting = bootstrap(target, screen.setting().settings())
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            screen.attach(channel, privateLine);
                        }
                    })
                    .connect(address);
            connecting.addListener(done -> {
                if (!done.isSuccess()) {
                    screen.unreachable(unreachable(target, done.cause()));
                }
            });
        } catch (RuntimeException | Error e) {
            screen.unreachable(unreachable(target, e));
        }
    }

    /** What the screens need from this object. */
    private final class OwnDialler implements RfbScreen.Dialler {
        @Override
        public void dial(RfbScreen screen) {
            RfbScreens.this.dial(screen);
        }

        @Override
        public Runnable later(Duration wait, Runnable task) {
            try {
                var timer = group.schedule(task, wait.toMillis(), TimeUnit.MILLISECONDS);
                return () -> timer.cancel(false);
            } catch (RejectedExecutionException e) {
                return () -> {}; // closing, which ends all screens
            }
        }

        @Override
        public void over(RfbScreen screen) {
            open.remove(screen);
        }
    }

    private Bootstrap bootstrap(RfbTarget target, RfbSettings settings) {
        Bootstrap bootstrap = new Bootstrap()
                .group(group)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.connectTimeout().toMillis())
                .option(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(MAX_UNSENT_BYTES / 2, MAX_UNSENT_BYTES));
        if (target.address() instanceof UnixDomainSocketAddress) {
            return bootstrap.channel(NioDomainSocketChannel.class);
        }
        return bootstrap.channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true);
    }

    private static SocketAddress resolved(SocketAddress address) {
        if (address instanceof InetSocketAddress inet && inet.isUnresolved()) {
            InetSocketAddress found = new InetSocketAddress(inet.getHostString(), inet.getPort());
            if (found.isUnresolved()) {
                throw new IllegalArgumentException(
                        "host: " + inet.getHostString() + " (expected: a name that resolves)");
            }
            return found;
        }
        return address;
    }

    private static ScreenException closedBefore(Object what) {
        return new ScreenException(what + ": the screens are closed (expected: connect before close)");
    }

    private static ScreenException unreachable(RfbTarget target, Throwable cause) {
        return new ScreenException(
                target + ": cannot connect: " + cause.getMessage() + " (expected: a VNC server there; is it running?)",
                cause);
    }

    /** Closes all screens, as by their own {@code close()}, and waits up to five seconds for the event loop to end. */
    @Override
    public void close() {
        closed = true;
        open.forEach(RfbScreen::close);
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
        pending.forEach(attempt -> attempt.completeExceptionally(closedBefore("connect")));
    }
}
