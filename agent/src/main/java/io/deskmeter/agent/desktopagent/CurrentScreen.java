package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Connects to the display that this process runs on. */
record CurrentScreen(UserDisplay display) implements ScreenConnector {
    @Override
    public CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor) {
        return display.open(listener, executor);
    }

    @Override
    public void close() {
        display.close();
    }
}
