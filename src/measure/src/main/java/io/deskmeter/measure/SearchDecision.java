package io.deskmeter.measure;

/** The next step of a capacity search. */
public sealed interface SearchDecision {

    /**
     * Another load point.
     *
     * @param sessions more than before, fewer, or as many (a repetition)
     * @param brief whether one iteration of each session is enough: such a point tells where to look, and no capacity rests on it alone as long
     *     as there is time
     * @param why which question it answers, in words; empty if the load itself says so
     */
    record Measure(int sessions, boolean brief, String why) implements SearchDecision {
        /** With all iterations that the profile asks for, as the load says. */
        public Measure(int sessions) {
            this(sessions, false, "");
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
