package io.deskmeter.agent.observe;

import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.sound.SoundBlock;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundListener;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Joins the sources of one session: what they sense goes to one listener. A source is opened with the listener of its
 * kind, and with the session's executor.
 */
public final class ObservationStream {
    private final LongSupplier nanoTime;
    private final Consumer<Observation> listener;

    /**
     * @param nanoTime the monotonic clock of all sources
     * @param listener called on the session's executor, one call at a time, within the call of the source: a frame is
     *     valid for that long
     */
    public ObservationStream(LongSupplier nanoTime, Consumer<Observation> listener) {
        this.nanoTime = nanoTime;
        this.listener = listener;
    }

    /** For the session's screen. */
    public FrameListener screen() {
        return new FrameListener() {
            @Override
            public void onFrame(FrameUpdate update) {
                listener.accept(new Observation.Picture(update));
            }

            @Override
            public void onLost(ScreenException cause) {
                listener.accept(new Observation.ScreenLost(nanoTime.getAsLong(), cause));
            }
        };
    }

    /** For a source of sound. */
    public SoundListener sound() {
        return new SoundListener() {
            @Override
            public void onBlock(SoundBlock block) {
                listener.accept(new Observation.Sound(block));
            }

            @Override
            public void onLost(SoundException cause) {
                listener.accept(new Observation.SoundLost(nanoTime.getAsLong(), cause));
            }
        };
    }
}
