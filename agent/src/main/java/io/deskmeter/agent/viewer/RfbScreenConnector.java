package io.deskmeter.agent.viewer;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** See {@link DesktopViewer#RFB}. */
final class RfbScreenConnector implements ScreenConnector {
    private final RfbScreens screens;
    private final RfbSettings settings;

    RfbScreenConnector(LongSupplier nanoTime, RfbSettings settings) {
        this.settings = settings;
        this.screens = new RfbScreens(nanoTime, 1);
    }

    @Override
    public CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor) {
        return screens.connect(RfbTarget.unix(desktop.rfbSocket()), settings, listener, executor);
    }

    @Override
    public void close() {
        screens.close();
    }
}
