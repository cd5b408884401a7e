package io.deskmeter.agent.run;

import io.deskmeter.link.v1.SessionWork;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the sessions of a run work on, and what of it the controller has not been told. Thread-safe. */
final class WorkNews {
    private final Map<Integer, SessionWork> now = new HashMap<>();
    private final Map<Integer, SessionWork> told = new HashMap<>();

    /** A session has begun or ended to work on an operation; empty for none. */
    synchronized void working(int session, String operation, Instant since) {
        now.put(
                session,
                SessionWork.newBuilder()
                        .setSession(session)
                        .setOperation(operation)
                        .setSinceMicros(ChronoUnit.MICROS.between(Instant.EPOCH, since))
                        .build());
    }

    /** What has changed since it was asked last. A session that thought then and thinks now is no news. */
    synchronized List<SessionWork> news() {
        List<SessionWork> news = new ArrayList<>();
        now.forEach((session, work) -> {
            SessionWork before = told.getOrDefault(session, SessionWork.getDefaultInstance());
            boolean idle =
                    work.getOperation().isEmpty() && before.getOperation().isEmpty();
            if (!idle && !work.equals(before)) {
                news.add(work);
                told.put(session, work);
            }
        });
        return news;
    }

    /** A line that broke may have swallowed what was told: everything is news again. */
    synchronized void tellAgain() {
        told.clear();
    }
}
