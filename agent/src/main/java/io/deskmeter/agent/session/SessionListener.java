package io.deskmeter.agent.session;

import io.deskmeter.measure.Timing;

/** Hears of a session; called on the session's executor, must return at once. */
public interface SessionListener {
    void changed(SessionNews news);

    void timed(Timing timing);
}
