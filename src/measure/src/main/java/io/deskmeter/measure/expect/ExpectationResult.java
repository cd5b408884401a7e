package io.deskmeter.measure.expect;

import io.deskmeter.workload.run.Expectation;

/**
 * The result of an expectation.
 *
 * @param expectation what was expected
 * @param state whether it was met
 * @param seen the figure, in the metric's unit; NaN where there is none, infinite where too much failed
 * @param unit of the figure and of the bound, where a metric of the workloads is looked at; empty otherwise, and where
 *     no workload measures it
 * @param words the figure, where it was taken and how sure it is, for people; without a full stop
 */
public record ExpectationResult(Expectation expectation, State state, double seen, String unit, String words) {
    /** That of a figure which says itself what it is counted in. */
    ExpectationResult(Expectation expectation, State state, double seen, String words) {
        this(expectation, state, seen, "", words);
    }

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
