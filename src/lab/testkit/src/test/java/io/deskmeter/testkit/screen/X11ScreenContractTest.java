package io.deskmeter.testkit.screen;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The screen contract on several kinds of X displays. */
@Tag("slow")
class X11ScreenContractTest {
    abstract static class Kit extends ScreenContract {
        private final X11Screens screens = new X11Screens(System::nanoTime);

        @Override
        protected Screen open(TestDisplay on, FrameListener listener, Executor serves) throws Exception {
            X11Target target = new X11Target(on.name(), on.authority());
            return screens.open(target, settings(), listener, serves).get(10, TimeUnit.SECONDS);
        }

        X11Settings settings() {
            return X11Settings.defaults();
        }

        @AfterEach
        void closeScreens() {
            screens.close();
        }
    }

    @Nested
    class Xvfb extends Kit {
        @Override
        protected TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception {
            return TestDisplay.xvfb(desktopAgentFolder, WIDTH, HEIGHT, 24);
        }

        /** It supports one size only. */
        @Override
        protected Set<Feature> lacks() {
            return Set.of(Feature.RESIZE);
        }
    }

    @Nested
    class Xvnc extends Kit {
        @Override
        protected TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception {
            return TestDisplay.xvnc(desktopAgentFolder, WIDTH, HEIGHT);
        }
    }

    /** Without damage reports and shared memory: polled through the socket. */
    @Nested
    class Plain extends Xvfb {
        @Override
        protected TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception {
            return TestDisplay.xvfb(
                    desktopAgentFolder, WIDTH, HEIGHT, 24, "-extension", "DAMAGE", "-extension", "MIT-SHM");
        }

        /** It does not report what is drawn. */
        @Override
        protected Set<Feature> lacks() {
            return Set.of(Feature.RESIZE, Feature.PROBES);
        }
    }
}
