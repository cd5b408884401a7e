package io.deskmeter.bench.density;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.session.Surroundings.ScreenSource;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.Screen;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The agent's own way to see local desktops: RFB. */
record ProductEyes(ScreenSource own) implements Eyes {
    @Override
    public CompletableFuture<Screen> connect(Desktop desktop, FrameListener listener, Executor executor) {
        return own.connect(desktop, listener, executor);
    }

    @Override
    public void close() {
        // The machinery owns its screens.
    }
}
