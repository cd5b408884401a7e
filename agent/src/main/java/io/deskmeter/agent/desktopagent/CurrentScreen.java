package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Connects to the display that this process runs on. */
record CurrentScreen(X11Screens screens, X11Target target) implements ScreenConnector {
    @Override
    public CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor) {
        return screens.open(target, X11Settings.defaults(), listener, executor);
    }

    @Override
    public void close() {
        screens.close();
    }
}
