package io.deskmeter.agent.rdp;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Optional;

/**
 * A window that is all there is on a screen: a consent banner, for example, that is shown before the window manager. It
 * is known by its layout: everything outside one full rectangle, which lies free on the screen, is the background. A
 * desktop has more on it, or a panel along an edge.
 */
public final class WaitingWindow {
    private static final int LEAST_WIDTH = 80;
    private static final int LEAST_HEIGHT = 24;

    /** Of the screen; an application that fills more of it is not waiting for a desktop. */
    private static final double MOST = 0.6;

    /** The usual pattern of a bare X server repeats after so many pixels. */
    private static final int PERIOD = 4;

    private static final int RGB = 0xFFFFFF;

    private WaitingWindow() {}

    /** Searches the whole picture. */
    public static Optional<Rect> find(Frame frame) {
        if (frame.width() < 2 * LEAST_WIDTH || frame.height() < 2 * LEAST_HEIGHT) {
            return Optional.empty();
        }
        // A window without a window manager is often in the first corner.
        return in(frame, 0, 0)
                .or(() -> in(frame, (frame.width() / PERIOD - 1) * PERIOD, (frame.height() / PERIOD - 1) * PERIOD));
    }

    /** For people. */
    public static String words(Rect place) {
        return "a window " + place + " is all there is on the screen and waits"
                + " (expected: the desktop; hint: a consent banner is dismissed by `handlers:` of the target; if this is the"
                + " desktop, tell it by `ready: { landmark: … }`)";
    }

    /** @param x of a part of the background, a multiple of its period */
    private static Optional<Rect> in(Frame frame, int x, int y) {
        Rect place = inhabited(frame, x, y);
        Rect screen = frame.bounds();
        double share = (double) place.width() * place.height() / ((double) screen.width() * screen.height());
        boolean fits = place.width() >= LEAST_WIDTH
                && place.height() >= LEAST_HEIGHT
                && place.width() < screen.width()
                && place.height() < screen.height()
                && share <= MOST;
        return fits && isFull(frame, place, x, y) ? Optional.of(place) : Optional.empty();
    }

    private static boolean isBackground(Frame frame, int x, int y, int fromX, int fromY) {
        int expected = frame.pixels()[(fromY + y % PERIOD) * frame.width() + fromX + x % PERIOD];
        return ((frame.pixels()[y * frame.width() + x] ^ expected) & RGB) == 0;
    }

    private static Rect inhabited(Frame frame, int fromX, int fromY) {
        int left = frame.width();
        int right = 0;
        int top = frame.height();
        int bottom = 0;
        for (int y = 0; y < frame.height(); y++) {
            for (int x = 0; x < frame.width(); x++) {
                if (!isBackground(frame, x, y, fromX, fromY)) {
                    left = Math.min(left, x);
                    right = Math.max(right, x + 1);
                    top = Math.min(top, y);
                    bottom = y + 1;
                }
            }
        }
        return right == 0 ? new Rect(0, 0, 0, 0) : new Rect(left, top, right - left, bottom - top);
    }

    /** Whether its edges are those of a rectangle: icons and texts have others. */
    private static boolean isFull(Frame frame, Rect place, int fromX, int fromY) {
        for (int x = place.x(); x < place.right(); x++) {
            if (isBackground(frame, x, place.y(), fromX, fromY)
                    || isBackground(frame, x, place.bottom() - 1, fromX, fromY)) {
                return false;
            }
        }
        for (int y = place.y(); y < place.bottom(); y++) {
            if (isBackground(frame, place.x(), y, fromX, fromY)
                    || isBackground(frame, place.right() - 1, y, fromX, fromY)) {
                return false;
            }
        }
        return true;
    }
}
