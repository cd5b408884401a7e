package io.deskmeter.bench.pairs;

import java.awt.image.BufferedImage;
import java.util.List;

/**
 * Two pictures that a person tells apart, though little differs; their sizes may differ, too.
 *
 * @param name for messages
 */
record NearPair(String name, BufferedImage first, BufferedImage second) {
    /** The pair in both orders: what is shown, and what must not be taken for it. */
    List<NearPair> bothWays() {
        return List.of(this, swapped());
    }

    private NearPair swapped() {
        return new NearPair(name + ", swapped", /* first= */ second, /* second= */ first);
    }
}
