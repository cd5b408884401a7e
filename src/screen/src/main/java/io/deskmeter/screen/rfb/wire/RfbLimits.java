package io.deskmeter.screen.rfb.wire;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;

/**
 * The largest sizes that are accepted from a server. Nothing is allocated for larger ones.
 *
 * @param maxSide largest width and height of a desktop, in pixels
 * @param maxPixels largest width × height; a pixel costs 4 bytes here
 * @param maxNameBytes longest desktop name
 * @param maxTextBytes longest clipboard text (which is skipped, not kept)
 */
public record RfbLimits(int maxSide, long maxPixels, int maxNameBytes, int maxTextBytes) {
    /** The hint of messages about data that no server should send. */
    public static final String BROKEN = "hint: does another viewer show this desktop? then see the log of the server";

    private static final int REASON_BYTES = 2000;
    /** A picture without compression, several times. */
    private static final long BYTES_A_PIXEL = 16;

    public RfbLimits {
        if (maxSide < 1 || maxSide > 65535 || maxPixels < 1 || maxPixels > Integer.MAX_VALUE / 4) {
            throw new IllegalArgumentException("desktop limits: side " + maxSide + ", pixels " + maxPixels
                    + " (expected: side 1 to 65535, pixels 1 to " + Integer.MAX_VALUE / 4 + ")");
        }
        if (maxNameBytes < 0 || maxTextBytes < 0) {
            throw new IllegalArgumentException(
                    "text limits: name " + maxNameBytes + ", text " + maxTextBytes + " (expected: >= 0)");
        }
    }

    /** The longest reason of a refusal that is kept; a longer one is cut. */
    public int maxReasonBytes() {
        return Math.min(maxNameBytes, REASON_BYTES);
    }

    /**
     * What a server may send without a picture (clipboards, bells, an update without an end) before the connection
     * counts as flooded. Each may be as long as its limit; a server that sends nothing else would keep a session busy
     * forever.
     *
     * @param pixels of the desktop
     */
    public long maxBytesWithoutPicture(long pixels) {
        return 4L * maxTextBytes + BYTES_A_PIXEL * pixels;
    }

    /** 16384 pixels a side, 8K UHD (7680×4320) in total, names of 64 KiB, clipboard of 16 MiB. */
    public static RfbLimits defaults() {
        return new RfbLimits(16384, 7680L * 4320, 64 << 10, 16 << 20);
    }

    /** A desktop without width or height has no picture yet, or none at the moment. */
    public void checkDesktop(int width, int height) throws ScreenException {
        if (width > maxSide || height > maxSide || (long) width * height > maxPixels) {
            throw new ScreenException("desktop size: " + width + "x" + height + " (expected: 1x1 to " + maxSide + "x"
                    + maxSide + " and at most " + maxPixels
                    + " pixels; hint: use a smaller desktop on the server)");
        }
    }

    /**
     * Checks a rectangle that is not within the desktop, before anything is allocated for it.
     *
     * @param desktop for the message
     */
    public void checkRectangle(Rect rect, Rect desktop) throws ScreenException {
        if (rect.width() > maxSide || rect.height() > maxSide || (long) rect.width() * rect.height() > maxPixels) {
            throw new ScreenException("rectangle: " + rect + " (expected: within " + desktop.width() + "x"
                    + desktop.height() + ", or to be clipped, at most " + maxPixels + " pixels; " + BROKEN + ")");
        }
    }

    /**
     * Checks a length before anything is allocated or skipped.
     *
     * @param hint for the message
     * @return the length as an int
     */
    public static int checkLength(String what, long claimed, long max, String hint) throws ScreenException {
        if (claimed < 0 || claimed > max || claimed > Integer.MAX_VALUE) {
            throw new ScreenException(what + ": " + claimed + " bytes (expected: at most " + max + "; " + hint + ")");
        }
        return (int) claimed;
    }
}
