package io.deskmeter.agent.rdp;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Optional;

/**
 * A window that an xrdp draws itself where a desktop is expected: its login window, or its connection log.
 *
 * <p>It is recognised by its layout, not by an image, because colours, logo, size and language are settings of the
 * server: everything outside one rectangle has one colour; the rectangle mostly has a second colour; along its top is a
 * bar of a third. The login window has input fields, wide rectangles of a fourth colour; the log has none. All colours
 * are exact, because xrdp fills rectangles. A desktop of a single colour with a dialog of this layout looks the same,
 * so the window counts only after it has been unchanged for a while.
 *
 * <p>Where the server has a background image, the rectangle is the largest area of one colour in the middle of the
 * screen, and counts only with the raised border of xrdp's windows: a light line at its left and its top, a dark one at
 * its right and its bottom. Windows of desktops today have none.
 *
 * @param fields whether there are input fields
 */
record XrdpWindow(Rect place, boolean fields) {
    private static final int LEAST_WIDTH = 150;
    private static final int LEAST_HEIGHT = 100;
    /** The width of the window's 3D border. */
    private static final int BEVEL = 6;

    private static final int LEAST_BAR = 10;
    private static final int MOST_BAR = 40;
    private static final int FIELD_WIDTH = 80;
    private static final int FIELD_HEIGHT = 8;

    /** Searches the whole picture. */
    static Optional<XrdpWindow> find(Frame frame) {
        Rect place = inhabited(frame);
        if (!place.equals(frame.bounds())) {
            return window(frame, place);
        }
        return ConnectedArea.largestInTheMiddle(frame)
                .filter(area -> isRaised(frame, area))
                .flatMap(area -> window(frame, area));
    }

    private static Optional<XrdpWindow> window(Frame frame, Rect place) {
        if (place.width() < LEAST_WIDTH || place.height() < LEAST_HEIGHT || place.equals(frame.bounds())) {
            return Optional.empty();
        }
        int face = ConnectedArea.commonest(frame, place);
        if (share(frame, place, face) * 2 < 1 || face == colour(frame, 0, 0)) {
            return Optional.empty();
        }
        int belowBar = belowBar(frame, place, face);
        return belowBar == 0
                ? Optional.empty()
                : Optional.of(new XrdpWindow(place, hasField(frame, place, belowBar, face)));
    }

    /** The smallest rectangle with all pixels that differ from the first; empty (0 wide) if none does. */
    private static Rect inhabited(Frame frame) {
        int background = colour(frame, 0, 0);
        int left = frame.width();
        int right = 0;
        int top = frame.height();
        int bottom = 0;
        for (int y = 0; y < frame.height(); y++) {
            for (int x = 0; x < frame.width(); x++) {
                if (colour(frame, x, y) != background) {
                    left = Math.min(left, x);
                    right = Math.max(right, x + 1);
                    top = Math.min(top, y);
                    bottom = y + 1;
                }
            }
        }
        return right == 0 ? new Rect(0, 0, 0, 0) : new Rect(left, top, right - left, bottom - top);
    }

    private static boolean isRaised(Frame frame, Rect area) {
        if (area.x() < 1 || area.y() < 1 || area.right() >= frame.width() || area.bottom() >= frame.height()) {
            return false;
        }
        int face = brightness(ConnectedArea.commonest(frame, area));
        return brightness(frame, new Rect(area.x() - 1, area.y(), 1, area.height())) > face
                && brightness(frame, new Rect(area.x(), area.y() - 1, area.width(), 1)) > face
                && isDark(frame, new Rect(area.right(), area.y(), 1, area.height()), face)
                && isDark(frame, new Rect(area.x(), area.bottom(), area.width(), 1), face);
    }

    private static boolean isDark(Frame frame, Rect line, int face) {
        int brightness = brightness(frame, line);
        return brightness >= 0 && brightness < face;
    }

    /** Of a line of a single colour; -1 if it has several. */
    private static int brightness(Frame frame, Rect line) {
        int colour = colour(frame, line.x(), line.y());
        return share(frame, line, colour) == 1 ? brightness(colour) : -1;
    }

    private static int brightness(int colour) {
        return (colour >> 16 & 0xFF) + (colour >> 8 & 0xFF) + (colour & 0xFF);
    }

    private static double share(Frame frame, Rect place, int colour) {
        long count = 0;
        for (int y = place.y(); y < place.bottom(); y++) {
            for (int x = place.x(); x < place.right(); x++) {
                if (colour(frame, x, y) == colour) {
                    count++;
                }
            }
        }
        return (double) count / ((long) place.width() * place.height());
    }

    /** The first row below the bar along the top; 0 if there is no bar. Its right end is free of the title. */
    private static int belowBar(Frame frame, Rect place, int face) {
        int x = place.right() - 2 * BEVEL;
        int top = place.y() + BEVEL;
        int bar = colour(frame, x, top);
        if (bar == face || bar == colour(frame, 0, 0)) {
            return 0;
        }
        int y = top;
        while (y < place.bottom() && y - top < MOST_BAR && isBar(frame, place, y, bar)) {
            y++;
        }
        return y - top >= LEAST_BAR - BEVEL && y - top < MOST_BAR ? y : 0;
    }

    private static boolean isBar(Frame frame, Rect place, int y, int bar) {
        Rect inner = new Rect(place.x() + BEVEL, y, place.width() - 2 * BEVEL, 1);
        return share(frame, inner, bar) * 2 >= 1;
    }

    private static boolean hasField(Frame frame, Rect place, int from, int face) {
        for (int y = from; y + FIELD_HEIGHT <= place.bottom() - BEVEL; y++) {
            for (int x = place.x() + BEVEL; x + FIELD_WIDTH <= place.right() - BEVEL; x++) {
                if (colour(frame, x, y) != face && isFilled(frame, x, y)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isFilled(Frame frame, int left, int top) {
        int colour = colour(frame, left, top);
        for (int y = top; y < top + FIELD_HEIGHT; y++) {
            for (int x = left; x < left + FIELD_WIDTH; x++) {
                if (colour(frame, x, y) != colour) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int colour(Frame frame, int x, int y) {
        return ConnectedArea.colour(frame, x, y);
    }
}
