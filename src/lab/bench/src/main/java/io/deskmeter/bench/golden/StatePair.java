package io.deskmeter.bench.golden;

import java.awt.image.BufferedImage;

/**
 * Two states of the same part of a user interface, of the same size, that a person tells apart at a glance.
 *
 * @param name for messages
 * @param first a picture of one state
 * @param second a picture of the other
 */
public record StatePair(String name, BufferedImage first, BufferedImage second) {
    public StatePair {
        if (first.getWidth() != second.getWidth() || first.getHeight() != second.getHeight()) {
            throw new IllegalArgumentException(name + ": " + first.getWidth() + "x" + first.getHeight() + " and "
                    + second.getWidth() + "x" + second.getHeight() + " (expected: one size)");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
