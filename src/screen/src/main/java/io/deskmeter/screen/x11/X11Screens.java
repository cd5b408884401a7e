package io.deskmeter.screen.x11;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.KeyboardTable;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.HostName;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.screen.x11.wire.Authority;
import io.deskmeter.screen.x11.wire.DisplayName;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens X displays; all share this object's event loop of one thread, which only reads, timestamps and writes. Closing
 * it closes them.
 *
 * <p>Thread-safe.
 */
public final class X11Screens implements AutoCloseable {

    private final EventLoopGroup group;
    private final LongSupplier nanoTime;
    private final Map<X11Screen, ChannelFuture> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param nanoTime monotonic nanoseconds; stamps frames and input */
    public X11Screens(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("x11", true, Thread.MAX_PRIORITY), NioIoHandler.newFactory());
    }

    /**
     * Opens a screen. Its first frame shows the whole display, or the whole of the selected monitor.
     *
     * @param executor paints, calls the listener and completes this future and those of {@link Screen#fire}, one task
     *     at a time and in order (the executor itself need not be serial); must outlive the screen
     * @return the screen once the display has sent its setup, before the first frame; fails with a
     *     {@link ScreenException} (then the listener is never called). Cancelling it ends the attempt
     */
    public CompletableFuture<Screen> open(
            X11Target target, X11Settings settings, FrameListener listener, Executor executor) {
        CompletableFuture<Screen> result = new CompletableFuture<>();
        Executor serial = new SerialExecutor(executor);
        try {
            // On the executor, because an authority file is read and a host name may be resolved.
            serial.execute(() -> connect(target, settings, listener, serial, result));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new ScreenException(target + ": the executor rejects tasks", e));
        }
        return result;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the clean-up
    private void connect(
            X11Target target,
            X11Settings settings,
            FrameListener listener,
            Executor serial,
            CompletableFuture<Screen> result) {
        if (closed || result.isDone()) {
            result.completeExceptionally(closedBefore(target));
            return;
        }
        try {
            EventLoop loop = group.next();
            X11Screen screen =
                    new X11Screen(target, settings, listener, serial, nanoTime, loop, cookie(target), result);
            result.whenComplete((opened, failure) -> {
                if (failure != null) {
                    screen.close();
                }
            });
            ChannelFuture connecting = bootstrap(target, loop, settings)
                    .handler(screen.connection())
                    .connect(target.name().address());
            connecting.addListener(done -> {
                if (!done.isSuccess()) {
                    screen.unreachable(unreachable(target, done.cause()));
                }
            });
            open.put(screen, connecting.channel().closeFuture());
            connecting.channel().closeFuture().addListener(gone -> open.remove(screen));
            if (closed) {
                screen.close();
            }
            limit(screen, target, settings, loop, result);
        } catch (ScreenException e) {
            result.completeExceptionally(new ScreenException(target + ": " + e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(unreachable(target, e));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on the clean-up
    private static void limit(
            X11Screen screen,
            X11Target target,
            X11Settings settings,
            EventLoop loop,
            CompletableFuture<Screen> result) {
        long millis = settings.timeout().toMillis();
        var timer = loop.schedule(
                () -> screen.unreachable(new ScreenException(target + ": no connection setup within " + millis
                        + " ms (expected: an X server that answers; is it overloaded?)")),
                millis,
                TimeUnit.MILLISECONDS);
        result.whenComplete((opened, failure) -> timer.cancel(false));
    }

    private static Bootstrap bootstrap(X11Target target, EventLoop loop, X11Settings settings) {
        Bootstrap bootstrap = new Bootstrap().group(loop).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                settings.timeout().toMillis());
        return target.name().isLocal()
                ? bootstrap.channel(NioDomainSocketChannel.class)
                : bootstrap.channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true);
    }

    private static byte @Nullable [] cookie(X11Target target) throws ScreenException {
        Path file = target.authority();
        return file == null ? null : Authority.cookie(file, target.name(), hostName());
    }

    private static @Nullable String hostName() throws ScreenException {
        try {
            return HostName.local();
        } catch (IOException e) {
            throw new ScreenException("host name: " + e.getMessage() + " (expected: readable)", e);
        }
    }

    /** The monitors that a display reports. */
    public CompletableFuture<List<Monitor>> monitors(X11Target target, X11Settings settings, Executor executor) {
        return ask(target, settings, executor, X11Screen::monitors);
    }

    /** What the keys of a display's keyboard type. */
    public CompletableFuture<KeyboardTable> keyboard(X11Target target, X11Settings settings, Executor executor) {
        return ask(target, settings, executor, X11Screen::keyboard);
    }

    private <T> CompletableFuture<T> ask(
            X11Target target,
            X11Settings settings,
            Executor executor,
            Function<X11Screen, CompletableFuture<T>> question) {
        FrameListener nobody = new FrameListener() {
            @Override
            public void onFrame(FrameUpdate update) {}

            @Override
            public void onLost(ScreenException cause) {}
        };
        return open(target, settings.withMonitor(null), nobody, executor)
                .thenCompose(
                        screen -> question.apply((X11Screen) screen).whenComplete((answer, failure) -> screen.close()));
    }

    /**
     * Watches the size of a display, and whether it is still available, without captures. Ends with these screens.
     *
     * @return the watch once it is connected and its listener has received the first size; fails with a
     *     {@link ScreenException}
     */
    public CompletableFuture<DisplayWatch> watch(
            X11Target target, X11Settings settings, DisplayWatch.Listener listener) {
        CompletableFuture<DisplayWatch> opened = new CompletableFuture<>();
        try {
            DisplayWatch watch = new DisplayWatch(target, nanoTime, cookie(target), listener, opened);
            bootstrap(target, group.next(), settings)
                    .handler(watch.connection())
                    .connect(target.name().address())
                    .addListener(done -> {
                        if (!done.isSuccess()) {
                            opened.completeExceptionally(unreachable(target, done.cause()));
                        }
                    });
            opened.orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ScreenException e) {
            opened.completeExceptionally(new ScreenException(target + ": " + e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            opened.completeExceptionally(unreachable(target, e));
        }
        return opened;
    }

    /**
     * Shows a picture on a display, in a window above all others. Ends with these screens.
     *
     * @return the window once it is on the display; fails with a {@link ScreenException}
     */
    public CompletableFuture<OverlayWindow> overlay(
            X11Target target, X11Settings settings, OverlayWindow.Drawing drawing) {
        CompletableFuture<OverlayWindow> shown = new CompletableFuture<>();
        try {
            EventLoop loop = group.next();
            OverlayWindow window = new OverlayWindow(target, nanoTime, cookie(target), drawing, loop, shown);
            bootstrap(target, loop, settings)
                    .handler(window.connection())
                    .connect(target.name().address())
                    .addListener(done -> {
                        if (!done.isSuccess()) {
                            shown.completeExceptionally(unreachable(target, done.cause()));
                        }
                    });
            var unused = shown.orTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(failure -> {
                        window.close();
                        return window;
                    });
        } catch (ScreenException e) {
            shown.completeExceptionally(new ScreenException(target + ": " + e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            shown.completeExceptionally(unreachable(target, e));
        }
        return shown;
    }

    private static ScreenException closedBefore(Object what) {
        return new ScreenException(what + ": the screens are closed (expected: open before close)");
    }

    private static ScreenException unreachable(X11Target target, Throwable cause) {
        DisplayName name = target.name();
        String where = name.isLocal() ? ((UnixDomainSocketAddress) name.address()).getPath() + ": " : "";
        String wayland = name.isLocal() ? ", or only a Wayland session, which has no X display?)" : "?)";
        return new ScreenException(
                target + ": cannot connect: " + where + cause.getMessage()
                        + " (expected: an X server there; is it running" + wayland,
                cause);
    }

    /** Closes all screens, as by their own {@code close()}, and waits up to five seconds for the event loop to end. */
    @Override
    public void close() {
        closed = true;
        List<ChannelFuture> gone = List.copyOf(open.values());
        open.keySet().forEach(X11Screen::close);
        gone.forEach(each -> each.awaitUninterruptibly(2 * X11Screen.CLOSE_DELAY_MILLIS));
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
    }
}
