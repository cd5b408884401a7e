package io.deskmeter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Sessions of one user on one machine start the same application at the same time: none of them takes over the work of
 * another.
 */
@ResourceLock(ConcurrentTests.DESKTOPS)
class SessionsOfOneUserIT {
    private static final int SESSIONS = 3;
    private static final int ITERATIONS = 2;
    private static final long MINUTES = 8;

    @TempDir(factory = ShortTempDirs.class)
    Path folder;

    /**
     * Of the included applications this one passes its files to an instance on another display, if it is not kept from
     * it.
     */
    @Test
    void eachSessionHasAnArchiverOfItsOwn() throws Exception {
        assertUndisturbed(folder.resolve("s"), "archive/compress");
    }

    /** @param state for the desktops, with a short name */
    static void assertUndisturbed(Path state, String workload) throws Exception {
        try (WorkloadSessions sessions = WorkloadSessions.open(state, workload)) {
            List<CollectedResults> results = new ArrayList<>();
            List<CompletableFuture<SessionUpdate.Phase>> ends = new ArrayList<>();
            for (int session = 0; session < SESSIONS; session++) {
                results.add(new CollectedResults());
                ends.add(sessions.start(ITERATIONS, results.get(session)));
            }
            for (int session = 0; session < SESSIONS; session++) {
                SessionUpdate.Phase end = ends.get(session).get(MINUTES, TimeUnit.MINUTES);
                CollectedResults result = results.get(session);
                String what = "session %d of %d of %s:%n%s".formatted(session + 1, SESSIONS, workload, result);
                assertThat(end).as(what).isEqualTo(SessionUpdate.Phase.FINISHED);
                assertThat(result.timings())
                        .as(what)
                        .hasSize(ITERATIONS * sessions.operations())
                        .extracting(Timing::outcome)
                        .containsOnly(Outcome.OK);
            }
        }
    }
}
