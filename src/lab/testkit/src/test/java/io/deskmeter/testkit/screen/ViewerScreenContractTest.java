package io.deskmeter.testkit.screen;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerSettings;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.screen.x11.X11Screens;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** {@code vncviewer} in a private display, connected to {@code Xvnc}. */
@Tag("slow")
class ViewerScreenContractTest extends ScreenContract {
    private final X11Screens displays = new X11Screens(System::nanoTime);
    private final ViewerScreens viewers = new ViewerScreens(displays, System::nanoTime);

    @Override
    protected TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception {
        return TestDisplay.xvnc(desktopAgentFolder, WIDTH, HEIGHT);
    }

    @Override
    protected Screen open(TestDisplay on, FrameListener listener, Executor serves) throws Exception {
        ViewerSettings settings = ViewerSettings.of(WIDTH, HEIGHT).withFolder(folder);
        return viewers.open(Viewer.vnc(), ViewerTarget.unix(on.rfb()), settings, listener, serves)
                .get(30, TimeUnit.SECONDS);
    }

    /**
     * The private display keeps its size, like a physical monitor; vncviewer does not follow keyboard changes while it
     * types. The private display answers probes.
     */
    @Override
    protected Set<Feature> lacks() {
        return Set.of(Feature.RESIZE, Feature.FOREIGN_KEYS, Feature.PROBED_SERVER);
    }

    @AfterEach
    void stopViewers() {
        viewers.close();
        displays.close();
    }
}
