package io.deskmeter.agent.desktopagent;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.ScaledTemplate;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Observes a screen and sends input over RFB, as a client agent does. */
final class ScreenObserver implements FrameListener, AutoCloseable {
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final ExecutorService serial = Executors.newSingleThreadExecutor();
    private final TemplateMatcher matcher = new TemplateMatcher();
    private final Screen screen;
    private @Nullable BufferedImage picture;

    ScreenObserver(Path socket) throws Exception {
        screen = screens.connect(RfbTarget.unix(socket), RfbSettings.defaults(), this, serial)
                .get(20, TimeUnit.SECONDS);
    }

    @Override
    public void onFrame(FrameUpdate update) {
        matcher.see(update);
        picture = update.frame().toImage();
    }

    @Override
    public void onLost(ScreenException cause) {
        // The desktop has ended; no more searches.
    }

    Match find(ScaledTemplate landmark) {
        return CompletableFuture.supplyAsync(() -> matcher.find(landmark), serial)
                .join();
    }

    /** The last picture. */
    BufferedImage picture() {
        return CompletableFuture.supplyAsync(() -> Objects.requireNonNull(picture), serial)
                .join();
    }

    void click(Rect place, int times) throws Exception {
        int x = place.x() + place.width() / 2;
        int y = place.y() + place.height() / 2;
        for (int i = 0; i < times; i++) {
            screen.fire(List.of(
                            new InputEvent.Pointer(x, y, 0),
                            new InputEvent.Pointer(x, y, 1),
                            new InputEvent.Pointer(x, y, 0)))
                    .get(10, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() {
        screen.close();
        screens.close();
        serial.execute(matcher::close);
        serial.shutdown();
    }
}
