package io.deskmeter.vision.filter;

import io.deskmeter.vision.pixel.ScreenSums;

/** Memory that a matcher needs during a search only. */
public final class ScratchMemory {
    private static final int LARGE = 1 << 16;

    public final BlockSums blockSums = new BlockSums();
    final CoarseFilterPass filterPass = new CoarseFilterPass();
    public final ScreenSums.Lines lines = new ScreenSums.Lines();
    public CandidatePlaces candidates = new CandidatePlaces();

    /** Releases memory that only a rare picture needed. */
    public void shrink() {
        if (candidates.capacity() > LARGE) {
            candidates = new CandidatePlaces();
        }
        blockSums.shrink();
        filterPass.shrink();
    }
}
