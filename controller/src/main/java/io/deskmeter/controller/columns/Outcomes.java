package io.deskmeter.controller.columns;

import io.deskmeter.measure.Outcome;
import java.util.List;

/** Outcomes as numbers. */
final class Outcomes {
    static final List<Outcome> ALL = List.of(Outcome.values());

    private static final int OK = number(Outcome.OK);
    private static final int TIMEOUT = number(Outcome.TIMEOUT);
    private static final int FAILED = number(Outcome.APPLICATION_FAILED);

    private Outcomes() {}

    static int number(Outcome outcome) {
        return ALL.indexOf(outcome);
    }

    /** Whether a timing enters percentiles: it was worked, and by no fault of the harness or loss of the desktop. As verdicts see it. */
    static boolean ended(int outcome) {
        return outcome == OK || outcome == TIMEOUT || outcome == FAILED;
    }
}
