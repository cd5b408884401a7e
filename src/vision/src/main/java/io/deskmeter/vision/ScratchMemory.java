package io.deskmeter.vision;

/** Memory that a matcher needs during a search only. */
final class ScratchMemory {
    private static final int LARGE = 1 << 16;

    final BlockSums blockSums = new BlockSums();
    final CoarseFilterPass filterPass = new CoarseFilterPass();
    final Lines lines = new Lines();
    CandidatePlaces candidates = new CandidatePlaces();

    /** Releases memory that only a rare picture needed. */
    void shrink() {
        if (candidates.capacity() > LARGE) {
            candidates = new CandidatePlaces();
        }
        blockSums.shrink();
        filterPass.shrink();
    }

    /** Rows of pixels that are added to a {@link ScreenSums}. */
    static final class Lines {
        int[] pixels = new int[0];
        int[] hashes = new int[0];
        int[] greys = new int[0];
        int[] sums = new int[0];
        int[] squares = new int[0];

        void reserve(int width) {
            if (hashes.length < width) {
                pixels = new int[width];
                hashes = new int[width];
                greys = new int[width];
                sums = new int[width];
                squares = new int[width];
            }
        }
    }
}
