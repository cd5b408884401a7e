package io.deskmeter.agent.viewer;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.session.LocalWorkplaces;
import io.deskmeter.screen.program.SearchPath;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** Sees desktops in one of the ways; closing it closes all that it has opened. */
public interface Eyes extends LocalWorkplaces.ScreenSource, AutoCloseable {
    /**
     * Opens eyes.
     *
     * @param nanoTime monotonic nanoseconds; stamps frames and input
     * @param blocking for what blocks
     * @throws DesktopException where a program is missing
     */
    static Eyes open(Through through, LongSupplier nanoTime, Executor blocking) throws DesktopException {
        return open(through, nanoTime, blocking, List.of());
    }

    /**
     * Opens eyes whose private displays can be looked into.
     *
     * @param displayArguments added to those of every Xvfb, such as {@code -fbdir FOLDER}
     */
    static Eyes open(Through through, LongSupplier nanoTime, Executor blocking, List<String> displayArguments)
            throws DesktopException {
        SearchPath programs = ViewerEyes.programs();
        through.require(programs);
        return through == Through.RFB
                ? new RfbEyes(nanoTime)
                : new ViewerEyes(through, programs, nanoTime, blocking, displayArguments);
    }

    /** Does not wait for desktops: {@link Desktop#close()} ends what belongs to one. */
    @Override
    void close();
}
