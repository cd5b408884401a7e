package io.deskmeter.testkit.truth;

import io.deskmeter.screen.Rect;
import java.awt.image.BufferedImage;

/**
 * The picture of truth programs: a background like a desktop with text, optionally a landmark in the middle, a box that
 * moves along the lower edge, and a {@link TimeStrip} at the top. Pixels are computed on request, so a desktop has no
 * frame. Immutable.
 */
public final class Scene {
    /** Of the landmark. */
    public static final int MARK_WIDTH = 64;

    /** Of the landmark. */
    public static final int MARK_HEIGHT = 40;

    /** The distance of the strip from the left and from the top. */
    public static final int STRIP_AT = 16;

    private static final int LEAST_WIDTH = 2 * STRIP_AT + Long.SIZE * TimeStrip.CELL;
    private static final int LEAST_HEIGHT = 240;
    private static final int MOST = 8192;
    private static final int BOX = 32;
    private static final int BOX_STEP = 16;
    private static final int BOX_COLOUR = 0xC04020;
    private static final int LINE = 24;

    private final int width;
    private final int height;
    private final Rect markPlace;

    /** Of a size in pixels: 544×240 to 8192×8192. */
    public Scene(int width, int height) {
        if (width < LEAST_WIDTH || height < LEAST_HEIGHT || width > MOST || height > MOST) {
            throw new IllegalArgumentException("scene: " + width + "x" + height + " (expected: " + LEAST_WIDTH + "x"
                    + LEAST_HEIGHT + " to " + MOST + "x" + MOST + ")");
        }
        this.width = width;
        this.height = height;
        this.markPlace = new Rect((width - MARK_WIDTH) / 2, (height - MARK_HEIGHT) / 2, MARK_WIDTH, MARK_HEIGHT);
    }

    /**
     * The variable parts of a scene.
     *
     * @param marked whether the landmark is there
     * @param steps how far the box has moved
     * @param strip its bits; 0 for no strip
     */
    public record State(boolean marked, long steps, long strip) {
        /** The initial state. */
        public static State initial() {
            return new State(false, 0, 0);
        }

        /** With the landmark or without. */
        public State withMark(boolean now) {
            return new State(now, steps, strip);
        }

        State stepped(long at) {
            return new State(marked, steps + 1, TimeStrip.of(at, steps + 1));
        }
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    public Rect bounds() {
        return new Rect(0, 0, width, height);
    }

    /** The place of the landmark. */
    public Rect markPlace() {
        return markPlace;
    }

    /** The place of the strip. */
    public Rect stripPlace() {
        return TimeStrip.place(STRIP_AT, STRIP_AT);
    }

    /** The whole path of the box. */
    Rect boxPlace(State state) {
        int way = (width - BOX) / BOX_STEP;
        return new Rect((int) (state.steps % way) * BOX_STEP, height - 2 * BOX, BOX, BOX);
    }

    /** The landmark, as an image for conditions. */
    public static BufferedImage mark() {
        BufferedImage image = new BufferedImage(MARK_WIDTH, MARK_HEIGHT, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < MARK_HEIGHT; y++) {
            for (int x = 0; x < MARK_WIDTH; x++) {
                image.setRGB(x, y, markPixel(x, y));
            }
        }
        return image;
    }

    /** 0xRRGGBB of a rectangle within the scene, row by row. */
    public int[] render(State state, Rect place) {
        int[] pixels = new int[place.width() * place.height()];
        Rect box = boxPlace(state);
        int at = 0;
        for (int y = place.y(); y < place.bottom(); y++) {
            for (int x = place.x(); x < place.right(); x++) {
                pixels[at++] = pixel(state, box, x, y);
            }
        }
        return pixels;
    }

    private int pixel(State state, Rect box, int x, int y) {
        if (state.marked && within(markPlace, x, y)) {
            return markPixel(x - markPlace.x(), y - markPlace.y());
        }
        if (state.steps > 0 && within(box, x, y)) {
            return BOX_COLOUR;
        }
        if (state.strip != 0 && within(stripPlace(), x, y)) {
            return TimeStrip.colour(state.strip, x - STRIP_AT);
        }
        return background(x, y);
    }

    private static boolean within(Rect rect, int x, int y) {
        return x >= rect.x() && x < rect.right() && y >= rect.y() && y < rect.bottom();
    }

    /** Light paper with lines of grey words, none of which is similar to the landmark. */
    private static int background(int x, int y) {
        int inLine = y % LINE;
        boolean word =
                inLine >= 8 && inLine < 16 && (x / 7 + y / LINE * 5) % 11 < 8 && x % 7 < 5 && (x + inLine) % 3 != 0;
        return word ? 0x707478 : 0xF0F0E8;
    }

    /**
     * A dark frame, a blue field, a bright disc to the left and three bars to the right: strong edges, several colours.
     */
    private static int markPixel(int x, int y) {
        if (x < 3 || y < 3 || x >= MARK_WIDTH - 3 || y >= MARK_HEIGHT - 3) {
            return 0x101820;
        }
        int dx = x - 20;
        int dy = y - MARK_HEIGHT / 2;
        if (dx * dx + dy * dy < 120) {
            return 0xFFD030;
        }
        boolean bar = x >= 38 && x < 58 - (y / 10) * 4 && y % 10 >= 3 && y % 10 < 7;
        return bar ? 0xFFFFFF : 0x2060B0;
    }
}
