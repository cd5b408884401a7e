package io.deskmeter.screen.rfb.wire;

import io.deskmeter.screen.ScreenException;

/**
 * The largest sizes that are accepted from a server. Nothing is allocated for larger ones.
 *
 * @param maxSide largest width and height of a desktop, in pixels
 * @param maxPixels largest width × height; a pixel costs 4 bytes here
 * @param maxNameBytes longest desktop name, and longest reason of a refusal
 * @param maxTextBytes longest clipboard text (which is skipped, not kept)
 */
public record Limits(int maxSide, long maxPixels, int maxNameBytes, int maxTextBytes) {
    public Limits {
        if (maxSide < 1 || maxSide > 65535 || maxPixels < 1 || maxPixels > Integer.MAX_VALUE / 4) {
            throw new IllegalArgumentException("desktop limits: side " + maxSide + ", pixels " + maxPixels
                    + " (expected: side 1 to 65535, pixels 1 to " + Integer.MAX_VALUE / 4 + ")");
        }
        if (maxNameBytes < 0 || maxTextBytes < 0) {
            throw new IllegalArgumentException(
                    "text limits: name " + maxNameBytes + ", text " + maxTextBytes + " (expected: >= 0)");
        }
    }

    /** 16384 pixels a side, 8K UHD (7680×4320) in total, names of 64 KiB, clipboard of 16 MiB. */
    public static Limits defaults() {
        return new Limits(16384, 7680L * 4320, 64 << 10, 16 << 20);
    }

    public void checkDesktop(int width, int height) throws ScreenException {
        if (width < 1 || height < 1 || width > maxSide || height > maxSide || (long) width * height > maxPixels) {
            throw new ScreenException("desktop size: " + width + "x" + height + " (expected: 1x1 to " + maxSide + "x"
                    + maxSide + " and at most " + maxPixels
                    + " pixels; raise the limit if the desktop is really this large)");
        }
    }

    /**
     * Checks a length before anything is allocated or skipped.
     *
     * @return the length as an int
     */
    public static int checkLength(String what, long claimed, long max) throws ScreenException {
        if (claimed < 0 || claimed > max || claimed > Integer.MAX_VALUE) {
            throw new ScreenException(what + ": " + claimed + " bytes (expected: at most " + max + ")");
        }
        return (int) claimed;
    }
}
