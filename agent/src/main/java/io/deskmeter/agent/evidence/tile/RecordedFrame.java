package io.deskmeter.agent.evidence.tile;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One recorded frame: the previous content of the tiles that changed with it, so that the frame before can be
 * reconstructed.
 *
 * @param sequence of the screen's update
 * @param arrivedAt monotonic nanoseconds
 * @param leftOut frames between the previous one and this one that are not kept
 * @param before by number of the tile; null if there was no room for it
 */
public record RecordedFrame(long sequence, long arrivedAt, int leftOut, Map<Integer, @Nullable Tile> before) {
    RecordedFrame withoutPast() {
        return new RecordedFrame(sequence, arrivedAt, 0, Map.of());
    }
}
