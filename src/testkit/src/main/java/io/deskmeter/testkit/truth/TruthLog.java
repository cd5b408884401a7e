package io.deskmeter.testkit.truth;

/** Hears of answers, on the thread that gives them, and must return at once. */
@FunctionalInterface
public interface TruthLog {
    void answered(Answer answer);
}
