package io.deskmeter.agent.evidence;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One frame on a film: what the tiles that changed with it were before, so that the frame before it can be drawn from this one.
 *
 * @param sequence of the screen's update
 * @param arrivedAt monotonic nanoseconds
 * @param leftOut frames between the one before and this one that are not kept
 * @param before by number of the tile; null where there was no room for it
 */
record Still(long sequence, long arrivedAt, int leftOut, Map<Integer, @Nullable Tile> before) {
    Still withoutPast() {
        return new Still(sequence, arrivedAt, 0, Map.of());
    }
}
