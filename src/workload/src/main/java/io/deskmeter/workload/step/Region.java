package io.deskmeter.workload.step;

import java.util.stream.Stream;

/** A part of the screen, in pixels of the session's desktop. */
public sealed interface Region {
    /** The landmark around which it is, if it is around one. */
    default Stream<String> landmarks() {
        return Stream.empty();
    }

    /** All of it. */
    record Whole() implements Region {}

    /** A band of {@code size} pixels along one edge of the screen. */
    record Band(Edge edge, int size) implements Region {}

    /**
     * The landmark's rectangle where it was last seen before the condition was armed, grown on each side by that many
     * pixels; less than 0 moves the side inwards.
     */
    record Around(String landmark, int above, int below, int left, int right) implements Region {
        @Override
        public Stream<String> landmarks() {
            return Stream.of(landmark);
        }
    }

    /** An edge of the screen. */
    enum Edge {
        TOP,
        BOTTOM,
        LEFT,
        RIGHT
    }
}
