package io.deskmeter.bench.truth;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Screen;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Observes a screen and reports when the landmark appeared. Used by one trial at a time. */
interface Observer extends FrameListener, AutoCloseable {
    /** The input. */
    List<InputEvent> KEY = List.of(new InputEvent.Key('a', true), new InputEvent.Key('a', false));

    /** Completes when the landmark is not visible. */
    CompletableFuture<Void> gone();

    /** Sends the key and waits for the landmark. */
    CompletableFuture<ReportedTiming> measure(Screen screen);

    @Override
    void close();
}
