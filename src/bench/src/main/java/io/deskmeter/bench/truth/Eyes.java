package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Screen;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What looks at a screen and says when the landmark came. Used by one trial at a time. */
interface Eyes extends FrameListener, AutoCloseable {
    /** What is fired. */
    List<InputEvent> KEY = List.of(new InputEvent.Key('a', true), new InputEvent.Key('a', false));

    /** Completes when the landmark is not to be seen. */
    CompletableFuture<Void> gone();

    /** Fires the key and waits for the landmark. */
    CompletableFuture<Reported> measure(Screen screen);

    @Override
    void close();
}
