package io.deskmeter.controller.run;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether any session is still missing at a barrier. Barriers are asked after every message, and a run has thousands of sessions: so whoever was found to be
 * missing is asked first the next time, and all others only when that one is missing no more. Owned by the run's mailbox.
 */
final class Straggler {
    private SessionBook.@Nullable Entry last;

    /** Whether there is a session that satisfies it. */
    boolean isAny(SessionBook sessions, Predicate<SessionBook.Entry> missing) {
        if (last == null || !missing.test(last)) {
            last = sessions.first(missing).orElse(null);
        }
        return last != null;
    }
}
