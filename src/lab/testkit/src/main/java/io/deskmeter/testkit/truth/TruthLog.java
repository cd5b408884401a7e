package io.deskmeter.testkit.truth;

/** Receives answers, on the thread that sends them, and must return immediately. */
@FunctionalInterface
public interface TruthLog {
    void answered(Answer answer);
}
