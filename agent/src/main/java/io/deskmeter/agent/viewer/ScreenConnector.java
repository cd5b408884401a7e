package io.deskmeter.agent.viewer;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.rfb.RfbSettings;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/** Connects to desktops in one of the supported ways. Closing it closes all its connections. */
public interface ScreenConnector extends LocalSessionDesktops.ScreenSource, AutoCloseable {
    /**
     * Opens a connector.
     *
     * @param nanoTime monotonic nanoseconds; stamps frames and input
     * @param blocking for blocking tasks
     * @throws DesktopException if a program is missing
     */
    static ScreenConnector open(DesktopViewer through, LongSupplier nanoTime, Executor blocking)
            throws DesktopException {
        return open(through, nanoTime, blocking, List.of());
    }

    /**
     * Opens a connector whose private displays can be inspected.
     *
     * @param displayArguments added to those of every Xvfb, such as {@code -fbdir FOLDER}
     */
    static ScreenConnector open(
            DesktopViewer through, LongSupplier nanoTime, Executor blocking, List<String> displayArguments)
            throws DesktopException {
        SearchPath programs = ViewerScreenConnector.programs();
        through.require(programs);
        return through == DesktopViewer.RFB
                ? openRfb(nanoTime, RfbSettings.defaults())
                : new ViewerScreenConnector(
                        through,
                        programs,
                        nanoTime,
                        blocking,
                        displayArguments,
                        List.of(),
                        IntUnaryOperator.identity());
    }

    /** Opens a connector with the built-in client. */
    static ScreenConnector openRfb(LongSupplier nanoTime, RfbSettings settings) {
        return new RfbScreenConnector(nanoTime, settings);
    }

    /**
     * Opens a connector that displays desktops through xfreerdp with another picture than the best.
     *
     * @param picture arguments of xfreerdp, such as {@code /bpp:16}
     */
    static ScreenConnector openXfreerdp(LongSupplier nanoTime, Executor blocking, List<String> picture)
            throws DesktopException {
        return openXfreerdp(nanoTime, blocking, picture, IntUnaryOperator.identity());
    }

    /**
     * The same with something between xfreerdp and its server, such as a slow network.
     *
     * @param picture empty for the best
     * @param between the port of the loopback address to connect to, for the one on which the server listens
     */
    static ScreenConnector openXfreerdp(
            LongSupplier nanoTime, Executor blocking, List<String> picture, IntUnaryOperator between)
            throws DesktopException {
        SearchPath programs = ViewerScreenConnector.programs();
        DesktopViewer.XFREERDP.require(programs);
        return new ViewerScreenConnector(
                DesktopViewer.XFREERDP, programs, nanoTime, blocking, List.of(), picture, between);
    }

    /** Does not wait for desktops: {@link Desktop#close()} ends the programs of a desktop. */
    @Override
    void close();
}
