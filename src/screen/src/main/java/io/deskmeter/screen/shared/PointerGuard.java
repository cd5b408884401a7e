package io.deskmeter.screen.shared;

import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the pointer on the desktop: what a server does with a place that its desktop does not have differs, and nobody
 * would see it. A desktop may have become smaller since the caller looked at it. Buttons that are held can always be
 * released, at the nearest place of the desktop. Thread-safe.
 */
public final class PointerGuard {
    private @Nullable Rect desktop;
    private int held;

    /** The desktop has this size, from 0,0. */
    public synchronized void desktopIs(int width, int height) {
        desktop = new Rect(0, 0, width, height);
    }

    /**
     * The events as they may be sent.
     *
     * @throws ScreenException if one of them leads to where the desktop is not; none of them may be sent then
     */
    public synchronized List<InputEvent> admit(List<InputEvent> events) throws ScreenException {
        Rect known = desktop;
        List<InputEvent> admitted = events;
        if (known != null && !known.isEmpty()) {
            InputEvent only = events.size() == 1 ? events.get(0) : null;
            if (held != 0 && only instanceof InputEvent.Pointer release && release.buttons() == 0) {
                admitted = List.of(nearest(release, known));
            }
            for (InputEvent event : admitted) {
                if (event instanceof InputEvent.Pointer pointer) {
                    require(pointer, known);
                }
            }
        }
        for (InputEvent event : admitted) {
            held = event instanceof InputEvent.Pointer pointer ? pointer.buttons() : held;
        }
        return admitted;
    }

    private static InputEvent.Pointer nearest(InputEvent.Pointer to, Rect desktop) {
        return new InputEvent.Pointer(
                Math.min(Math.max(to.x(), 0), desktop.right() - 1),
                Math.min(Math.max(to.y(), 0), desktop.bottom() - 1),
                to.buttons());
    }

    private static void require(InputEvent.Pointer to, Rect desktop) throws ScreenException {
        if (to.x() >= desktop.right() || to.y() >= desktop.bottom()) {
            throw ScreenException.ofRefusedInput(
                    "input not sent: pointer to " + to.x() + "," + to.y() + " (expected: on the desktop of "
                            + desktop.width() + "x" + desktop.height()
                            + "; hint: it may have become smaller since the picture was taken in which this place was"
                            + " found)");
        }
    }
}
