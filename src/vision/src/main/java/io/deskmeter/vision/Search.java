package io.deskmeter.vision;

import io.deskmeter.screen.Rect;

/** A search for one template. */
interface Search extends AutoCloseable {
    /** Reports the matches among the positions: at least every row's best, and only matches. */
    void search(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch);

    /** The place with the highest score, match or not; expensive. */
    Match nearest(ScreenSums picture, Rect positions);

    @Override
    void close();
}
