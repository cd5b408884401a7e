package io.deskmeter.measure.search;

import io.deskmeter.workload.run.Load;

/** The next step of a capacity search. */
public sealed interface SearchDecision {

    /**
     * Another load point.
     *
     * @param sessions more than before, fewer, or as many (a repetition)
     * @param brief whether one iteration of each session is enough: such a point tells where to look, and no capacity
     *     rests on it alone as long as there is time
     * @param why its purpose, for display; empty if the load defines it
     */
    record Measure(int sessions, boolean brief, String why) implements SearchDecision {
        /** With all iterations of the profile. */
        public Measure(int sessions) {
            this(sessions, false, "");
        }

        /** Of a number of sessions that the load allows, with all iterations. */
        static Measure full(Load.FindMax load, int sessions, String why) {
            return new Measure(bounded(load, sessions), false, why);
        }

        /** The same, brief; full if there are too few sessions for one iteration. */
        static Measure look(Load.FindMax load, int sessions, String why) {
            int bounded = bounded(load, sessions);
            return new Measure(bounded, bounded >= FindMaxSearch.FEW, why);
        }

        private static int bounded(Load.FindMax load, int sessions) {
            return Math.min(load.max(), Math.max(load.from(), sessions));
        }
    }

    /**
     * More timings of the load point measured last, as it is undecided.
     *
     * @param why which question they answer, in words
     */
    record Extend(String why) implements SearchDecision {}

    /** Nothing; this is the answer. */
    record Done(Capacity capacity) implements SearchDecision {}
}
