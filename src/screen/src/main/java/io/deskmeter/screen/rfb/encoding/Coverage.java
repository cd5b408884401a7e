package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import java.util.BitSet;

/** Which pixels of a new frame have been painted; one bit each, kept until all are painted. */
final class Coverage {
    private final int width;
    private final int height;
    private final BitSet painted;

    Coverage(int width, int height) {
        this.width = width;
        this.height = height;
        this.painted = new BitSet(width * height);
    }

    void add(Rect rect) {
        for (int y = rect.y(); y < rect.bottom(); y++) {
            painted.set(y * width + rect.x(), y * width + rect.right());
        }
    }

    boolean isWhole() {
        return painted.nextClearBit(0) >= width * height;
    }
}
