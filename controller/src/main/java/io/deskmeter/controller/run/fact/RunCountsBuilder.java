package io.deskmeter.controller.run.fact;

import io.deskmeter.measure.timing.Outcome;
import java.util.Map;

/** Makes {@link RunCounts} by their names. */
public final class RunCountsBuilder {
    private Map<Outcome, Integer> outcomes = Map.of();
    private int duplicates;
    private int late;
    private int unknownEvents;
    private int discarded;
    private int unusable;
    private int samples;
    private int unknownSamples;
    private int lateSamples;
    private int handled;

    RunCountsBuilder() {}

    /** Number of stored timings of each outcome. */
    public RunCountsBuilder outcomes(Map<Outcome, Integer> number) {
        outcomes = Map.copyOf(number);
        return this;
    }

    /** Number of timings that came again. */
    public RunCountsBuilder duplicates(int number) {
        duplicates = number;
        return this;
    }

    /** Number of timings that came after their load point was judged, or when the run was over. */
    public RunCountsBuilder late(int number) {
        late = number;
        return this;
    }

    /** Number of pairs that the table does not know, and facts of sessions nobody started. */
    public RunCountsBuilder unknownEvents(int number) {
        unknownEvents = number;
        return this;
    }

    /** Number of sessions that do not count. */
    public RunCountsBuilder discarded(int number) {
        discarded = number;
        return this;
    }

    /** Number of timings and samples that cannot be stored. */
    public RunCountsBuilder unusable(int number) {
        unusable = number;
        return this;
    }

    /** Number of samples of metrics, stored. */
    public RunCountsBuilder samples(int number) {
        samples = number;
        return this;
    }

    /** Number of those samples without a value. */
    public RunCountsBuilder unknownSamples(int number) {
        unknownSamples = number;
        return this;
    }

    /** Number of those samples that came after their load point was judged, or when the run was over. */
    public RunCountsBuilder lateSamples(int number) {
        lateSamples = number;
        return this;
    }

    /** Number of times that a handler gave input for a window that had come. */
    public RunCountsBuilder handled(int number) {
        handled = number;
        return this;
    }

    public RunCounts build() {
        return new RunCounts(
                outcomes.values().stream().mapToInt(Integer::intValue).sum(),
                number(Outcome.TIMEOUT) + number(Outcome.APPLICATION_FAILED) + number(Outcome.DESKTOP_LOST),
                number(Outcome.SKIPPED),
                number(Outcome.HARNESS_ERROR),
                duplicates,
                late,
                unknownEvents,
                discarded,
                unusable,
                samples,
                unknownSamples,
                lateSamples,
                handled);
    }

    private int number(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }
}
