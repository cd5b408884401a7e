package io.deskmeter.screen.viewer;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.ScreenException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes frames of a private display on while they show the desktop. Initially closed: the display is empty or shows a
 * dialog of the client. When opened, it passes on the latest frame and all that follow. Closed for good when the
 * client's window has gone.
 *
 * <p>Called on the screen's executor only.
 */
final class FrameGate implements FrameListener {
    private enum State {
        CLOSED,
        OPEN,
        SHUT
    }

    private final FrameListener listener;
    private final BooleanSupplier desktopShown;
    private final Consumer<String> onGone;
    private final Consumer<ScreenException> onDisplayLost;
    private State state = State.CLOSED;
    private @Nullable Frame latest;
    private long latestAt;
    private long sequence;

    /**
     * @param desktopShown whether the client's window still exists; called for every frame
     * @param onGone called when the window has disappeared
     * @param onDisplayLost called when the display is lost
     */
    FrameGate(
            FrameListener listener,
            BooleanSupplier desktopShown,
            Consumer<String> onGone,
            Consumer<ScreenException> onDisplayLost) {
        this.listener = listener;
        this.desktopShown = desktopShown;
        this.onGone = onGone;
        this.onDisplayLost = onDisplayLost;
    }

    @Override
    public void onFrame(FrameUpdate update) {
        switch (state) {
            case CLOSED -> {
                latest = update.frame().copy();
                latestAt = update.arrivedAt();
            }
            case OPEN -> {
                if (!desktopShown.getAsBoolean()) {
                    state = State.SHUT;
                    onGone.accept("its window has disappeared");
                } else {
                    listener.onFrame(new FrameUpdate(
                            update.frame(), update.damage(), update.arrivedAt(), ++sequence, update.requested()));
                }
            }
            case SHUT -> {
                // What the display shows now is not the desktop.
            }
        }
    }

    @Override
    public void onLost(ScreenException cause) {
        onDisplayLost.accept(cause);
    }

    /**
     * Whether the client has painted. A picture of one colour may be a desktop, or a window that is not painted yet.
     */
    boolean isPainted() {
        Frame frame = latest;
        if (frame == null) {
            return false;
        }
        int[] pixels = frame.pixels();
        int colour = pixels[0] & 0xFFFFFF;
        for (int pixel : pixels) {
            if ((pixel & 0xFFFFFF) != colour) {
                return true;
            }
        }
        return false;
    }

    /** Whether any frame of the display has arrived. */
    boolean hasFrame() {
        return latest != null;
    }

    /** When the latest frame arrived; monotonic nanoseconds. */
    long latestAt() {
        return latestAt;
    }

    /** Shows the latest frame and all that follow. */
    void open() {
        Frame first = latest;
        if (state != State.CLOSED || first == null) {
            return;
        }
        state = State.OPEN;
        latest = null;
        listener.onFrame(new FrameUpdate(first, List.of(first.bounds()), latestAt, ++sequence));
    }

    /** Passes on no further frames. */
    void shut() {
        state = State.SHUT;
        latest = null;
    }
}
