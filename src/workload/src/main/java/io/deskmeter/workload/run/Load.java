package io.deskmeter.workload.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** How many sessions work, and how that is changed. */
public sealed interface Load {

    /**
     * Whether every load point begins with new logons. Otherwise running sessions continue, missing ones are added, and
     * surplus ones are ended.
     */
    boolean fresh();

    /** The same with or without new logons; a single load point has nothing to choose. */
    Load withFresh(boolean other);

    /** Most sessions that it ever asks for at a time. */
    int most();

    /** One load point of so many sessions, each working the profile's iterations once. */
    record Fixed(int sessions) implements Load {
        @Override
        public boolean fresh() {
            return true;
        }

        @Override
        public Load withFresh(boolean other) {
            return this;
        }

        @Override
        public int most() {
            return sessions;
        }
    }

    /** Load points of rising numbers of sessions. */
    record Steps(List<Integer> sessions, boolean fresh) implements Load {
        public Steps {
            sessions = List.copyOf(sessions);
        }

        /** With sessions that go on. */
        public Steps(List<Integer> sessions) {
            this(sessions, false);
        }

        @Override
        public Load withFresh(boolean other) {
            return new Steps(sessions, other);
        }

        @Override
        public int most() {
            return sessions.stream().mapToInt(Integer::intValue).max().orElse(0);
        }
    }

    /** Starts with {@code from} sessions and adds {@code add} until a threshold breaks or {@code max} is reached. */
    record Ramp(int from, int add, int max, boolean fresh) implements Load {
        /** With sessions that go on. */
        public Ramp(int from, int add, int max) {
            this(from, add, max, false);
        }

        @Override
        public Load withFresh(boolean other) {
            return new Ramp(from, add, max, other);
        }

        @Override
        public int most() {
            return max;
        }
    }

    /**
     * Looks for the largest number of sessions that keeps the thresholds.
     *
     * @param from fewest sessions ever measured, ≥ 1; the first load point where there is no hint, but at least four,
     *     if the load allows as many
     * @param hint about how many the platform may hold, from {@code from} to {@code max}: the first load point
     * @param max most sessions ever measured
     * @param precision how far the answer may be off, as a share of it, above 0
     * @param fresh see {@link Load#fresh()}
     * @param budget time from the beginning of the run until its answer, above 0; without one it takes the time it
     *     needs
     */
    record FindMax(int from, OptionalInt hint, int max, double precision, boolean fresh, Optional<Duration> budget)
            implements Load {
        /** 5 %. */
        public static final double DEFAULT_PRECISION = 0.05;

        /** With all the time it needs. */
        public FindMax(int from, OptionalInt hint, int max, double precision, boolean fresh) {
            this(from, hint, max, precision, fresh, Optional.empty());
        }

        /** The same within so much time. */
        public FindMax within(Duration time) {
            return new FindMax(from, hint, max, precision, fresh, Optional.of(time));
        }

        @Override
        public Load withFresh(boolean other) {
            return new FindMax(from, hint, max, precision, other, budget);
        }

        @Override
        public int most() {
            return max;
        }
    }
}
