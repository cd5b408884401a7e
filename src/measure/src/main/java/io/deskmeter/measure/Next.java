package io.deskmeter.measure;

/** What a capacity search wants next. */
public sealed interface Next {

    /**
     * Another load point.
     *
     * @param sessions more than before, fewer, or as many (a repetition)
     * @param brief whether one iteration of each session is enough: such a point tells where to look, and no capacity rests on it alone
     */
    record Measure(int sessions, boolean brief) implements Next {
        /** With all iterations that the profile asks for. */
        public Measure(int sessions) {
            this(sessions, false);
        }
    }

    /** More timings of the load point measured last, as it is undecided. */
    record Extend() implements Next {}

    /** Nothing; this is the answer. */
    record Done(Capacity capacity) implements Next {}
}
