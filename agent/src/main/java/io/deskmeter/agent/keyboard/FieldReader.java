package io.deskmeter.agent.keyboard;

import io.deskmeter.agent.pairing.PairingCode;
import io.deskmeter.agent.pairing.PairingCodeReader;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.MatcherBuffers;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a display what its text field has received. Frames come on the executor of the screen; others wait for
 * what they show.
 */
public final class FieldReader implements FrameListener {
    private final PairingCodeReader reader = new PairingCodeReader(new MatcherBuffers());
    private boolean over;
    private @Nullable Seen seen;
    private @Nullable ScreenException lost;
    private volatile boolean shown;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    /**
     * The field as the display shows it.
     *
     * @param place of the picture's square, in pixels of the display
     */
    record Seen(FieldCode code, Rect place) {}

    @Override
    public synchronized void onFrame(FrameUpdate update) {
        shown = true;
        if (over) {
            return;
        }
        Optional<PairingCode> code = reader.read(update);
        Optional<Rect> place = reader.place();
        seen = code.flatMap(FieldCode::of)
                .flatMap(field -> place.map(at -> new Seen(field, at)))
                .orElse(null);
        notifyAll();
    }

    @Override
    public synchronized void onLost(ScreenException cause) {
        lost = cause;
        gone.complete(null);
        notifyAll();
    }

    /** Whether the display has shown anything. */
    public boolean hasShown() {
        return shown;
    }

    /** Completes when the display has gone. */
    public CompletableFuture<Void> gone() {
        return gone;
    }

    /**
     * Waits until the display shows a field in a certain state.
     *
     * @param deadline by {@link System#nanoTime}
     * @return the last state that was seen, whether or not it is the expected one; empty if there is no field
     * @throws ScreenException if the display is lost
     */
    synchronized Optional<Seen> await(Predicate<Seen> expected, long deadline)
            throws ScreenException, InterruptedException {
        while (true) {
            ScreenException why = lost;
            if (why != null) {
                throw why;
            }
            Seen now = seen;
            long left = deadline - System.nanoTime();
            if ((now != null && expected.test(now)) || left <= 0) {
                return Optional.ofNullable(now);
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, TimeUnit.MILLISECONDS.toNanos(1)));
        }
    }

    /** Frees its memory; idempotent. */
    public synchronized void stop() {
        if (!over) {
            over = true;
            reader.close();
        }
    }
}
