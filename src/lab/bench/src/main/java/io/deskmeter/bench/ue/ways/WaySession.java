package io.deskmeter.bench.ue.ways;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops.ScreenSource;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.bench.session.RelayedDesktop;
import io.deskmeter.bench.session.SessionRunner;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import io.deskmeter.testkit.truth.Relay;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** A session on a desktop of its own that is seen in one way, through a network of one delay. */
final class WaySession implements AutoCloseable {
    static final int WIDTH = SessionRunner.WIDTH;
    static final int HEIGHT = SessionRunner.HEIGHT;

    /** The picture comes to rest in it. */
    static final Duration THINK = Duration.ofMillis(200);

    /** What a user of a slow line would choose. */
    private static final List<String> SMALL_PICTURE = List.of("/bpp:16", "/network:modem", "/relax-order-checks");

    private final SessionRunner runner = new SessionRunner("bench-ue-ways");
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Way way;
    private final Relay.Shape network;

    /** @param roundTripMillis there and back; half of it each way */
    WaySession(Way way, int roundTripMillis) {
        this.way = way;
        this.network = new Relay.Shape(TimeUnit.MILLISECONDS.toNanos(roundTripMillis) / 2, 0, 0);
    }

    /**
     * Works a workload once.
     *
     * @param folder empty, with a short name
     * @return how the session has ended
     */
    Phase run(Workload workload, Path folder, SessionListener listener) throws Exception {
        Landmarks landmarks = Landmarks.load(List.of(workload));
        MatcherBuffers buffers = new MatcherBuffers();
        ScreenSource screens = screens();
        try (LocalDesktops desktops = way.desktops(folder)) {
            return runner.runOnce(
                    workload,
                    THINK,
                    new LocalSessionDesktops(
                            (session, width, height) -> relayed(desktops.start(session, width, height)),
                            screens,
                            Platforms.here().name(),
                            runner.blocking(),
                            System::nanoTime),
                    () -> new TemplateScreenMatcher(landmarks, buffers),
                    listener);
        }
    }

    private ScreenSource screens() throws DesktopException {
        return switch (way) {
            case OWN -> own();
            case AWT ->
                throw new IllegalArgumentException(
                        "way: " + way + " (expected: one of this process; hint: AwtSession)");
            case RFB -> keep(ScreenConnector.openRfb(System::nanoTime, RfbSettings.defaults()));
            case VNCVIEWER -> keep(ScreenConnector.open(DesktopViewer.VNCVIEWER, System::nanoTime, runner.blocking()));
            case XFREERDP -> rdp(List.of());
            case XFREERDP_SMALL -> rdp(SMALL_PICTURE);
        };
    }

    private ScreenSource rdp(List<String> picture) throws DesktopException {
        return keep(ScreenConnector.openXfreerdp(System::nanoTime, runner.blocking(), picture, this::relayBefore));
    }

    private ScreenSource keep(ScreenConnector connector) {
        open.push(connector);
        return connector;
    }

    /** As a desktop agent sees the display of the session that it is in. */
    private ScreenSource own() {
        X11Screens displays = new X11Screens(System::nanoTime);
        open.push(displays);
        return (desktop, listener, executor) -> own(displays, desktop, listener, executor);
    }

    private static CompletableFuture<Screen> own(
            X11Screens displays, Desktop desktop, FrameListener listener, Executor executor) {
        try {
            String display =
                    Files.readString(desktop.folder().resolve("display")).strip();
            X11Target target = new X11Target(":" + display, desktop.folder().resolve("Xauthority"));
            return displays.open(target, X11Settings.defaults(), listener, executor);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The network between a client of RFB and the desktop. */
    private Desktop relayed(Desktop desktop) throws DesktopException {
        if (!way.isRemote() || way.isRdp()) {
            return desktop;
        }
        Path socket = desktop.folder().resolve("relay");
        try {
            return new RelayedDesktop(
                    desktop, socket, Relay.start(socket, UnixDomainSocketAddress.of(desktop.rfbSocket()), network));
        } catch (IOException e) {
            desktop.close();
            throw new DesktopException("relay at " + socket + ": " + e, e);
        }
    }

    /** The network between a client of RDP and its server. */
    private int relayBefore(int server) {
        try {
            Relay relay = Relay.startOnPort(new InetSocketAddress(InetAddress.getLoopbackAddress(), server), network);
            synchronized (open) {
                open.push(relay);
            }
            return relay.port();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws Exception {
        runner.close();
        synchronized (open) {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        }
    }
}
