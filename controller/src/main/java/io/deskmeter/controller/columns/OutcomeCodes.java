package io.deskmeter.controller.columns;

import io.deskmeter.measure.timing.Outcome;
import java.util.List;

/** Outcomes as numbers. */
final class OutcomeCodes {
    static final List<Outcome> ALL = List.of(Outcome.values());

    private OutcomeCodes() {}

    static int number(Outcome outcome) {
        return ALL.indexOf(outcome);
    }

    /** Whether a timing counts for percentiles, as for verdicts. */
    static boolean ended(int outcome) {
        return ALL.get(outcome).counts();
    }
}
