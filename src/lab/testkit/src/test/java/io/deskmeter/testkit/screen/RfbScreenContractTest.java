package io.deskmeter.testkit.screen;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class RfbScreenContractTest extends ScreenContract {
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);

    @Override
    protected TestDisplay startTestDisplay(Path desktopAgentFolder) throws Exception {
        return TestDisplay.xvnc(desktopAgentFolder, WIDTH, HEIGHT);
    }

    @Override
    protected Screen open(TestDisplay on, FrameListener listener, Executor serves) throws Exception {
        return screens.connect(RfbTarget.unix(on.rfb()), RfbSettings.defaults(), listener, serves)
                .get(10, TimeUnit.SECONDS);
    }

    /**
     * A program that immediately reads the mapping of the first key that Xvnc assigns to a new character gets an empty
     * reply. RealXvncTest types such characters for a program that reads it later.
     */
    @Override
    protected Set<Feature> lacks() {
        return Set.of(Feature.FOREIGN_KEYS);
    }

    @AfterEach
    void closeScreens() {
        screens.close();
    }
}
