package io.deskmeter.testkit.screen;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * A small picture that serves as a landmark: the same for the same name, different for different names, never black.
 */
public final class Mark {
    public static final int SIZE = 12;

    private final int[] pixels;

    private Mark(int[] pixels) {
        this.pixels = pixels;
    }

    public static Mark of(String name) {
        Random random = new Random(name.hashCode());
        return new Mark(random.ints((long) SIZE * SIZE, 0, 0x1000000)
                .map(rgb -> rgb | 1)
                .toArray());
    }

    /** Paints it with its top left corner there; returns what has changed. */
    public Rect paint(Frame frame, int x, int y) {
        for (int row = 0; row < SIZE; row++) {
            System.arraycopy(pixels, row * SIZE, frame.pixels(), (y + row) * frame.width() + x, SIZE);
        }
        return new Rect(x, y, SIZE, SIZE);
    }

    /** Blackens a rectangle; returns what has changed. */
    public static Rect erase(Frame frame, Rect place) {
        for (int y = place.y(); y < place.bottom(); y++) {
            Arrays.fill(frame.pixels(), y * frame.width() + place.x(), y * frame.width() + place.right(), 0);
        }
        return place;
    }

    /** Finds it, exactly as painted. */
    public Optional<Rect> find(Frame frame) {
        for (int y = 0; y + SIZE <= frame.height(); y++) {
            for (int x = 0; x + SIZE <= frame.width(); x++) {
                if (isAt(frame, x, y)) {
                    return Optional.of(new Rect(x, y, SIZE, SIZE));
                }
            }
        }
        return Optional.empty();
    }

    private boolean isAt(Frame frame, int x, int y) {
        for (int i = 0; i < pixels.length; i++) {
            if (pixels[i] != frame.pixels()[(y + i / SIZE) * frame.width() + x + i % SIZE]) {
                return false;
            }
        }
        return true;
    }
}
