package io.deskmeter.vision.tracking;

import java.awt.Color;
import java.awt.Graphics2D;

/**
 * The object that a drag moves over a plain stage: a white margin, a black frame and a red body, all of constant
 * colours. Its place is read from the brightness at the border of margin and frame, because codecs that halve the
 * resolution of colour blur the red body, and not the brightness.
 *
 * <p>Sizes are in pixels at scale 1. The object is gripped in its middle, so a cursor that the server draws covers
 * neither margin nor frame.
 */
public final class DragObject {
    /** Width, margin and frame included. */
    public static final int WIDTH = 160;

    /** Height, margin and frame included. */
    public static final int HEIGHT = 120;

    /** Width of the white margin. */
    public static final int MARGIN = 12;

    /** Width of the black frame inside of the margin. */
    public static final int FRAME = 12;

    /**
     * Colour of the stage, 0xRRGGBB: brighter than the middle between margin and frame, so noise of a codec on it looks
     * like no border.
     */
    public static final int STAGE = 0x909090;

    private static final int BODY = 0xd01010;

    private DragObject() {}

    /** Paints the object with its top left corner at a place; the stage is painted by the caller. */
    public static void paint(Graphics2D graphics, int x, int y) {
        fill(graphics, 0xffffff, x, y, 0);
        fill(graphics, 0x000000, x, y, MARGIN);
        fill(graphics, BODY, x, y, MARGIN + FRAME);
    }

    private static void fill(Graphics2D graphics, int rgb, int x, int y, int inset) {
        graphics.setColor(new Color(rgb));
        graphics.fillRect(x + inset, y + inset, WIDTH - 2 * inset, HEIGHT - 2 * inset);
    }
}
