package io.deskmeter.agent.viewer;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.RfbPort;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.TemporaryCertificate;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerSettings;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.screen.x11.X11Screens;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** See {@link DesktopViewer#VNCVIEWER} and {@link DesktopViewer#XFREERDP}. */
final class ViewerScreenConnector implements ScreenConnector {
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";
    /** Folders with servers, which may be missing on a user's PATH. */
    private static final String SERVERS = ":/usr/local/sbin:/usr/sbin";

    private final DesktopViewer through;
    private final SearchPath programs;
    private final Executor blocking;
    private final List<String> displayArguments;
    /** Of xfreerdp; empty for the best picture. */
    private final List<String> picture;
    /** From the port of an RDP server to the one to connect to. */
    private final IntUnaryOperator between;

    private final X11Screens displays;
    private final ViewerScreens viewers;

    /** Shared by all sessions; created at first use. */
    private @Nullable TemporaryCertificate certificate;

    ViewerScreenConnector(
            DesktopViewer through,
            SearchPath programs,
            LongSupplier nanoTime,
            Executor blocking,
            List<String> displayArguments,
            List<String> picture,
            IntUnaryOperator between) {
        this.displayArguments = List.copyOf(displayArguments);
        this.picture = List.copyOf(picture);
        this.between = between;
        this.through = through;
        this.programs = programs;
        this.blocking = blocking;
        this.displays = new X11Screens(nanoTime);
        this.viewers = new ViewerScreens(displays, nanoTime);
    }

    static SearchPath programs() {
        return new SearchPath(System.getenv().getOrDefault("PATH", USUAL_PATH) + SERVERS);
    }

    @Override
    public CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor) {
        ViewerSettings settings = ViewerSettings.of(desktop.width(), desktop.height())
                .withEnvironment(desktop.mark())
                .withServerArguments(displayArguments)
                .withFolder(desktop.folder());
        if (through == DesktopViewer.VNCVIEWER) {
            return viewers.open(Viewer.vnc(), ViewerTarget.unix(desktop.rfbSocket()), settings, listener, executor);
        }
        return CompletableFuture.supplyAsync(() -> serve(desktop), blocking)
                .thenCompose(served -> viewers.open(served.viewer(), served.target(), settings, listener, executor));
    }

    private Served serve(Desktop desktop) {
        try {
            TemporaryCertificate shown = certificate();
            int port = PrivateXrdp.start(desktop, shown, programs);
            RfbPort behind = Objects.requireNonNull(desktop.rfbPort(), "a desktop with a port");
            return new Served(
                    picture.isEmpty() ? Viewer.freerdp(shown.sha256()) : Viewer.freerdp(shown.sha256(), picture),
                    ViewerTarget.tcp("127.0.0.1", between.applyAsInt(port)).as("deskmeter", behind.password()));
        } catch (DesktopException e) {
            throw new CompletionException(e);
        } catch (ProgramException e) {
            throw new CompletionException(new DesktopException(e));
        }
    }

    private synchronized TemporaryCertificate certificate() throws ProgramException {
        TemporaryCertificate known = certificate;
        if (known == null) {
            known = TemporaryCertificate.make();
            certificate = known;
        }
        return known;
    }

    @Override
    public void close() {
        viewers.close();
        displays.close();
    }

    private record Served(Viewer viewer, ViewerTarget target) {}
}
