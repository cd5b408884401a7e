package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Captured pictures of one or more regions of a screen, not yet in its frame.
 *
 * @param width of the whole screen
 * @param height of the whole screen
 * @param parts in the order in which they were taken
 * @param segment contains the pixels of parts without their own
 * @param arrivedAt monotonic nanoseconds
 * @param compare whether only differing pixels count as damage, because the display does not report damage
 */
record CapturedParts(
        int width,
        int height,
        List<Part> parts,
        @Nullable SharedMemorySegment segment,
        long arrivedAt,
        boolean compare) {
    /**
     * A picture.
     *
     * @param offset into the segment
     * @param pixels null if they are in the segment
     */
    record Part(Rect place, int offset, @Nullable ByteBuffer pixels) {}

    CapturedParts {
        parts = List.copyOf(parts);
    }
}
