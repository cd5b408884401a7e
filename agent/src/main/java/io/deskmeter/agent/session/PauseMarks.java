package io.deskmeter.agent.session;

import io.deskmeter.agent.pause.PauseLog;
import io.deskmeter.agent.pause.Pauses;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What was measured while this agent stood still is not believed: it may have sent late, and stamped late. */
final class PauseMarks {
    /** Skipped operations measured nothing; a lost desktop is lost with its session, whatever the clock says. */
    private static final Set<Outcome> STAY = EnumSet.of(Outcome.SKIPPED, Outcome.DESKTOP_LOST, Outcome.HARNESS_ERROR);

    private final Pauses pauses;

    PauseMarks(Pauses pauses) {
        this.pauses = pauses;
    }

    /**
     * The result of an operation as it is recorded: a {@code harness-error} if a pause overlapped it.
     *
     * @param begunAt when its preparation began; it counts from then on if no input was sent
     * @param now its end
     */
    OperationResult marked(OperationResult result, long begunAt, long now) {
        if (STAY.contains(result.outcome())) {
            return result;
        }
        long from = result.firedAt() == Timing.NEVER ? begunAt : result.firedAt();
        long pause = pauses.longest(from, now);
        if (pause == 0) {
            return result;
        }
        return new OperationResult(
                Outcome.HARNESS_ERROR,
                result.intendedAt(),
                result.firedAt(),
                Timing.NEVER,
                Timing.NEVER,
                result.endedAt(),
                words(pause, "operation") + "; otherwise: " + result.outcome().label()
                        + (result.detail().isEmpty() ? "" : ": " + result.detail()),
                result.places());
    }

    /** A sample as it is recorded: unknown if a pause overlapped it. */
    Sample marked(Sample sample) {
        long pause = sample.isKnown() ? pauses.longest(sample.from(), sample.to()) : 0;
        return pause == 0
                ? sample
                : new Sample(
                        sample.session(),
                        sample.sequence(),
                        sample.iteration(),
                        sample.workload(),
                        sample.operation(),
                        sample.metric(),
                        sample.timing(),
                        sample.from(),
                        sample.to(),
                        Double.NaN,
                        Double.NaN,
                        words(pause, "measurement"));
    }

    private static String words(long pause, String during) {
        return String.format(
                Locale.ROOT,
                "this agent stood still for %.1f s during the %s (bound: %.2f s)",
                pause / 1e9,
                during,
                PauseLog.BOUND_NANOS / 1e9);
    }
}
