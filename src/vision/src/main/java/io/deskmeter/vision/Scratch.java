package io.deskmeter.vision;

/** Memory that is needed only while an eye looks; holds nothing between two looks. */
final class Scratch {
    private static final int LARGE = 1 << 16;

    final Lattice lattice = new Lattice();
    final Sifting sifting = new Sifting();
    final Lines lines = new Lines();
    Places candidates = new Places();

    /** Gives back what only a rare picture needed. */
    void shrink() {
        if (candidates.capacity() > LARGE) {
            candidates = new Places();
        }
        lattice.shrink();
        sifting.shrink();
    }

    /** Rows of pixels on their way into a {@link Picture}. */
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
