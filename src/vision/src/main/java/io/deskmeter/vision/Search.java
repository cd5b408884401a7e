package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.ScreenSums;

/** A search for one template. */
interface Search extends AutoCloseable {
    /** Reports the matches among the positions: at least every row's best, and only matches. */
    void search(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch);

    /**
     * Whether a match is only a part of what a better place shows that is no match, or lies beyond the positions: the
     * same picture, seen shifted, is not the same picture.
     */
    boolean isBesideBetter(ScreenSums picture, Match match, Rect positions, RowBests bests, ScratchMemory scratch);

    /** The place with the highest score, match or not; expensive. */
    Match nearest(ScreenSums picture, Rect positions);

    @Override
    void close();
}
