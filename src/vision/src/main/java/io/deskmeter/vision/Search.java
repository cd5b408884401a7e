package io.deskmeter.vision;

import io.deskmeter.screen.Rect;

/** One way to look for one template. */
interface Search extends AutoCloseable {
    /** Offers the matches among the positions: at least every row's best, and nothing that is no match. */
    void search(ScreenSums picture, Rect positions, RowBests bests, ScratchMemory scratch);

    /** The place that comes nearest to a match, whether it is one or not; costly. */
    Match nearest(ScreenSums picture, Rect positions);

    @Override
    void close();
}
