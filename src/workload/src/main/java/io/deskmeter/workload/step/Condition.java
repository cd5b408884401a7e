package io.deskmeter.workload.step;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What must be seen on the screen. Every landmark is a path relative to the workload's folder. */
public sealed interface Condition {
    /**
     * The conditions of which this one is made, in order: itself, or those within its {@code all} and {@code any}, at
     * each depth.
     */
    default Stream<Condition> leaves() {
        return Stream.of(this);
    }

    /** The landmarks of which each, or one, must appear, in order; one may come twice. */
    default Stream<String> awaited() {
        return leaves().filter(Appears.class::isInstance).map(leaf -> ((Appears) leaf).landmark());
    }

    /** The landmarks that it looks for, and those around which it has a region, in order; one may come twice. */
    default Stream<String> landmarks() {
        return leaves().flatMap(Condition::landmarks);
    }

    /** The landmark is somewhere on the screen, or in a part of it. */
    record Appears(String landmark, LandmarkOptions options) implements Condition {
        /** Anywhere, as usual. */
        public Appears(String landmark) {
            this(landmark, LandmarkOptions.USUAL);
        }

        @Override
        public Stream<String> landmarks() {
            return Stream.concat(Stream.of(landmark), options.in().landmarks());
        }
    }

    /** The landmark is nowhere on the screen, or in a part of it. */
    record Vanishes(String landmark, LandmarkOptions options) implements Condition {
        /** Anywhere, as usual. */
        public Vanishes(String landmark) {
            this(landmark, LandmarkOptions.USUAL);
        }

        @Override
        public Stream<String> landmarks() {
            return Stream.concat(Stream.of(landmark), options.in().landmarks());
        }
    }

    /**
     * Pixels in the region differ from what they were when the condition was armed.
     *
     * @param atLeast how many pixels must differ, ≥ 1; keeps a blinking caret from ending an operation
     * @param exceptCaret whether a blinking caret does not count even if it has more pixels; workloads cannot say this
     */
    record Changes(Region region, int atLeast, boolean exceptCaret) implements Condition {
        /** As workloads say it. */
        public Changes(Region region, int atLeast) {
            this(region, atLeast, false);
        }

        @Override
        public Stream<String> landmarks() {
            return region.landmarks();
        }
    }

    /**
     * The region has changed since the condition was armed and has then been quiet for {@code quiet}. The answer is the
     * time of the last change, not the end of the quiet time.
     *
     * @param atLeast how many pixels must have differed from the armed picture or the picture before, ≥ 1, to count as
     *     a change
     * @param except parts of the screen that do not count: a clock never rests
     * @param exceptCaret whether a blinking caret does not count even if it has more pixels; workloads cannot say this
     */
    record Settles(Region region, int atLeast, Duration quiet, List<ScreenRect> except, boolean exceptCaret)
            implements Condition {
        public Settles {
            except = List.copyOf(except);
        }

        /** As workloads say it. */
        public Settles(Region region, int atLeast, Duration quiet, List<ScreenRect> except) {
            this(region, atLeast, quiet, except, false);
        }

        /** Of the whole region. */
        public Settles(Region region, int atLeast, Duration quiet) {
            this(region, atLeast, quiet, List.of());
        }

        @Override
        public Stream<String> landmarks() {
            return region.landmarks();
        }
    }

    /** All hold in the same frame; the answer is that frame. */
    record All(List<Condition> conditions) implements Condition {
        public All {
            conditions = List.copyOf(conditions);
        }

        @Override
        public Stream<Condition> leaves() {
            return conditions.stream().flatMap(Condition::leaves);
        }
    }

    /** One holds. */
    record Any(List<Condition> conditions) implements Condition {
        public Any {
            conditions = List.copyOf(conditions);
        }

        @Override
        public Stream<Condition> leaves() {
            return conditions.stream().flatMap(Condition::leaves);
        }
    }
}
