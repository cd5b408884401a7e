package io.deskmeter.bench.pairs;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerCommand;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerSettings;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.testsupport.LoopbackPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/** A desktop, a screen that shows it, and the window on it. Closing it ends all programs. */
final class PairDesktop implements AutoCloseable {
    private static final long LIMIT_MILLIS = 40_000;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final PairStage stage;

    private PairDesktop(PairScreen kind, Path folder) throws Exception {
        try {
            PairWatch watch = push(new PairWatch());
            ExecutorService executor = Executors.newSingleThreadExecutor();
            open.push(() -> end(executor));
            LocalDesktops desktops = push(
                    kind.rfb() == null
                            ? LocalDesktops.openOnPorts(Platforms.here(), folder)
                            : LocalDesktops.open(Platforms.here(), folder));
            Desktop desktop = desktops.start(0, PairStage.WIDTH, PairStage.HEIGHT);
            int display = Integer.parseInt(
                    Files.readString(desktop.folder().resolve("display")).strip());
            stage = push(new PairStage(display, desktop.folder().resolve("Xauthority"), watch));
            CompletableFuture<Screen> screen = connect(kind, desktop, display, watch, executor);
            push(screen.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            watch.awaitFirst(LIMIT_MILLIS);
        } catch (Exception e) {
            closeAfter(e);
            throw e;
        }
    }

    /**
     * Starts the programs.
     *
     * @param folder short, because it contains Unix sockets
     */
    static PairDesktop open(PairScreen kind, Path folder) throws Exception {
        return new PairDesktop(kind, folder);
    }

    PairStage stage() {
        return stage;
    }

    private <T extends AutoCloseable> T push(T part) {
        open.push(part);
        return part;
    }

    private CompletableFuture<Screen> connect(
            PairScreen kind, Desktop desktop, int display, PairWatch watch, ExecutorService executor)
            throws DesktopException, ScreenException, IOException, InterruptedException {
        if (kind.isNsCodec()) {
            return shadowed(kind, desktop, display, watch, executor);
        }
        RfbSettings rfb = kind.rfb();
        ScreenConnector connector = push(
                rfb != null
                        ? ScreenConnector.openRfb(System::nanoTime, rfb)
                        : ScreenConnector.openXfreerdp(System::nanoTime, ForkJoinPool.commonPool(), kind.picture()));
        return connector.connect(desktop, watch, executor);
    }

    /** FreeRDP's own server shows the desktop, to anyone on this machine while the benchmark runs. */
    private CompletableFuture<Screen> shadowed(
            PairScreen kind, Desktop desktop, int display, PairWatch watch, ExecutorService executor)
            throws DesktopException, IOException, InterruptedException, ScreenException {
        int port = LoopbackPorts.free();
        desktop.launch(
                List.of("freerdp-shadow-cli", "/port:" + port, "/bind-address:127.0.0.1", "-auth", "/sec:tls"),
                desktop.home());
        long deadline = System.nanoTime() + LIMIT_MILLIS * 1_000_000;
        while (!LoopbackPorts.answers(port)) {
            if (System.nanoTime() - deadline >= 0) {
                throw new ScreenException("freerdp-shadow-cli on display :" + display + ": does not listen on port "
                        + port + " (expected: within " + LIMIT_MILLIS + " ms)");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        List<String> command = new ArrayList<>(List.of(
                "xfreerdp",
                "/v:${host}:${port}",
                "/u:${user}",
                "/from-stdin:force",
                "/cert:ignore",
                "/sec:tls",
                "-decorations",
                "-clipboard",
                "/size:${width}x${height}"));
        command.addAll(kind.picture());
        X11Screens displays = push(new X11Screens(System::nanoTime));
        ViewerScreens viewers = push(new ViewerScreens(displays, System::nanoTime));
        return viewers.open(
                Viewer.command(ViewerCommand.of(command).withInput("anything\n")),
                ViewerTarget.tcp("127.0.0.1", port).as("anyone", "anything"),
                ViewerSettings.of(PairStage.WIDTH, PairStage.HEIGHT).withFolder(desktop.folder()),
                watch,
                executor);
    }

    private static void end(ExecutorService executor) throws InterruptedException {
        executor.shutdown();
        if (!executor.awaitTermination(LIMIT_MILLIS, TimeUnit.MILLISECONDS)) {
            executor.shutdownNow();
        }
    }

    private void closeAfter(Exception failure) {
        try {
            close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() throws Exception {
        Exception first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
