package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTrackerTest {
    /** Agents say so of one during which they stood still, by a time of 0. */
    @Test
    void aLogonWhoseTimeItsAgentDoesNotKnowIsNeitherFastNorFailed() {
        SessionTracker tracker = new SessionTracker();
        tracker.add("agent", 0);
        tracker.add("agent", 1);
        tracker.add("agent", 2);
        tracker.apply(new SessionFact(0, SessionPhase.READY, 0, "", 2_000_000_000L, Instant.EPOCH));
        tracker.apply(new SessionFact(1, SessionPhase.READY, 0, "stood still", 0, Instant.EPOCH));
        tracker.apply(new SessionFact(2, SessionPhase.FAILED, 0, "logon: wrong password", 0, Instant.EPOCH));

        assertThat(tracker.logons(List.of(0, 1, 2), false))
                .extracting(Logon::ending)
                .containsExactly(Ending.OK, Ending.NOT_DELIVERED, Ending.FAILED);
        assertThat(tracker.refused(List.of(0, 1, 2))).isEqualTo(1);
    }
}
