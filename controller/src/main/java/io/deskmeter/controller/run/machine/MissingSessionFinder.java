package io.deskmeter.controller.run.machine;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds a session that has not completed the current stage. The question is asked after every message and a run may
 * have thousands of sessions, so the session found last is checked first, and the others only when it has completed the
 * stage. Owned by the run's mailbox.
 */
final class MissingSessionFinder {
    private SessionTracker.@Nullable Entry last;

    /** Whether a session satisfies it. */
    boolean isAny(SessionTracker sessions, Predicate<SessionTracker.Entry> missing) {
        if (last == null || !missing.test(last)) {
            last = sessions.first(missing).orElse(null);
        }
        return last != null;
    }
}
