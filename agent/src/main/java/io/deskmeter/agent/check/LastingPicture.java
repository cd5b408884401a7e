package io.deskmeter.agent.check;

import io.deskmeter.screen.Frame;

/** What a picture shows that stays where a test logon's only program has ended. */
enum LastingPicture {
    /** One desktop for whoever connects, with a size of its own, as freerdp-shadow shows it. */
    SHARED_DESKTOP,
    /** What the server shows to clients that have not logged on. */
    LOGIN_WINDOW,
    /** Neither: a session that the user had before. */
    SESSION;

    /** Servers put their login window in the middle. */
    private static final int MIDDLE = 300;

    private static final int LEAST_ALIKE_PERCENT = 98;
    /** What a lossy coding may change in a channel. */
    private static final int TOLERANCE = 16;

    /**
     * Decides by a second connection that asks for a smaller desktop and, if the server allows it, names no user. A
     * shared desktop is the same there, pixel by pixel from its corner; a login window is the same in the middle.
     */
    static LastingPicture of(Frame first, Frame smaller) {
        int width = Math.min(first.width(), smaller.width());
        int height = Math.min(first.height(), smaller.height());
        if (isAlike(first, 0, 0, smaller, 0, 0, width, height)) {
            return SHARED_DESKTOP;
        }
        int side = Math.min(MIDDLE, Math.min(width, height));
        boolean same = isAlike(
                first,
                (first.width() - side) / 2,
                (first.height() - side) / 2,
                smaller,
                (smaller.width() - side) / 2,
                (smaller.height() - side) / 2,
                side,
                side);
        return same ? LOGIN_WINDOW : SESSION;
    }

    private static boolean isAlike(
            Frame one, int oneX, int oneY, Frame other, int otherX, int otherY, int width, int height) {
        long same = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int a = one.pixels()[(oneY + y) * one.width() + oneX + x];
                int b = other.pixels()[(otherY + y) * other.width() + otherX + x];
                same += isNear(a, b) ? 1 : 0;
            }
        }
        return same * 100 >= (long) LEAST_ALIKE_PERCENT * width * height;
    }

    private static boolean isNear(int a, int b) {
        return Math.abs((a >> 16 & 0xFF) - (b >> 16 & 0xFF)) <= TOLERANCE
                && Math.abs((a >> 8 & 0xFF) - (b >> 8 & 0xFF)) <= TOLERANCE
                && Math.abs((a & 0xFF) - (b & 0xFF)) <= TOLERANCE;
    }
}
