package io.deskmeter.measure;

import io.deskmeter.workload.Expectation;

/**
 * The result of an expectation.
 *
 * @param expectation what was expected
 * @param state whether it was met
 * @param seen the figure, in the metric's unit; NaN where there is none, infinite where too much failed
 * @param words the figure, its load point and its uncertainty, for display; without a full stop
 */
public record ExpectationResult(Expectation expectation, State state, double seen, String words) {

    /** Whether an expectation was met. */
    public enum State {
        MET,
        NOT_MET,
        /** There is no such figure. For a build that rests on it this is as bad as not met. */
        UNKNOWN;

        /** {@code met}, {@code not met}, {@code inconclusive}. */
        public String label() {
            return switch (this) {
                case MET -> "met";
                case NOT_MET -> "not met";
                case UNKNOWN -> "inconclusive";
            };
        }
    }
}
