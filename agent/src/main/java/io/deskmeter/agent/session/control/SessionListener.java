package io.deskmeter.agent.session.control;

import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.time.Instant;

/** Receives changes of a session. Called on the session's executor; must return immediately. */
public interface SessionListener {
    void changed(SessionUpdate sessionUpdate);

    void timed(Timing timing);

    /** A metric has been measured; follows the timing to which the sample belongs. */
    void sampled(Sample sample);

    /**
     * The session has begun or ended an operation.
     *
     * @param operation {@code office/writer/save}; empty for none
     * @param since a label
     */
    default void working(int session, String operation, Instant since) {
        // Only used for display.
    }
}
