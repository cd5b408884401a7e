package io.deskmeter.agent.session.result;

import io.deskmeter.agent.pause.PauseLog;
import io.deskmeter.agent.pause.Pauses;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.util.Locale;

/** What was measured while this agent stood still is not believed: it may have sent late, and stamped late. */
public final class PauseMarks {
    private final Pauses pauses;

    public PauseMarks(Pauses pauses) {
        this.pauses = pauses;
    }

    /**
     * The result of an operation as it is recorded: a {@code harness-error} if a pause overlapped it.
     *
     * @param begunAt when its preparation began; it counts from then on if no input was sent
     * @param now its end
     */
    public OperationResult marked(OperationResult result, long begunAt, long now) {
        if (!result.maySpoil()) {
            return result;
        }
        long from = result.firedAt() == Timing.NEVER ? begunAt : result.firedAt();
        long pause = pauses.longest(from, now);
        return pause == 0 ? result : result.spoilt(words(pause, "operation"));
    }

    /**
     * What is to be said of a logon during which this agent stood still, so that how long it took is not known; empty
     * if it did not.
     */
    public String ofLogon(long from, long to) {
        long pause = pauses.longest(from, to);
        return pause == 0 ? "" : words(pause, "logon");
    }

    /**
     * A sample as it is recorded: unknown if a pause overlapped it. What was seen of an unknown one was stamped late,
     * too, and is no bound then.
     */
    public Sample marked(Sample sample) {
        long pause = sample.isKnown() || sample.isBounded() ? pauses.longest(sample.from(), sample.to()) : 0;
        return pause == 0
                ? sample
                : Sample.builder(sample.metric())
                        .session(sample.session())
                        .sequence(sample.sequence())
                        .iteration(sample.iteration())
                        .operation(sample.workload(), sample.operation())
                        .timing(sample.timing())
                        .during(sample.from(), sample.to())
                        .unknown((sample.isKnown() ? "" : sample.unknown() + "; ") + words(pause, "measurement"))
                        .build();
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
