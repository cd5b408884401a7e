package io.deskmeter.measure;

/** What a capacity search wants next. */
public sealed interface Next {

    /** Another load point of so many sessions: more than before, fewer, or as many (a repetition). */
    record Measure(int sessions) implements Next {}

    /** More timings of the load point measured last, as it is undecided. */
    record Extend() implements Next {}

    /** Nothing; this is the answer. */
    record Done(Capacity capacity) implements Next {}
}
