package io.deskmeter.agent.client.run;

import io.deskmeter.link.v1.OperationInProgress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tracks the current operation of each session of a run, and which of them have not been reported yet. Thread-safe. */
final class CurrentOperations {
    private final Map<Integer, OperationInProgress> now = new HashMap<>();
    private final Map<Integer, OperationInProgress> told = new HashMap<>();

    /** A session has begun or ended an operation; empty for none. */
    synchronized void working(int session, String operation, Instant since) {
        now.put(
                session,
                OperationInProgress.newBuilder()
                        .setSession(session)
                        .setOperation(operation)
                        .setSinceMicros(ChronoUnit.MICROS.between(Instant.EPOCH, since))
                        .build());
    }

    /** The changes since the last call. A session without an operation at both times counts as unchanged. */
    synchronized List<OperationInProgress> sessionUpdate() {
        List<OperationInProgress> sessionUpdate = new ArrayList<>();
        now.forEach((session, work) -> {
            OperationInProgress before = told.getOrDefault(session, OperationInProgress.getDefaultInstance());
            boolean idle =
                    work.getOperation().isEmpty() && before.getOperation().isEmpty();
            if (!idle && !work.equals(before)) {
                sessionUpdate.add(work);
                told.put(session, work);
            }
        });
        return sessionUpdate;
    }

    /** Reports may have been lost with the connection: report everything again. */
    synchronized void resend() {
        told.clear();
    }
}
