package io.deskmeter.controller.store.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.fact.SessionFact;
import io.deskmeter.controller.run.fact.SessionPhase;
import io.deskmeter.controller.store.TestDatabase;
import io.deskmeter.controller.store.TestDatabase.Opened;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is stored of a session that has ended. */
@Tag("slow")
@ParameterizedClass
@EnumSource(TestDatabase.class)
class SessionEndTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @SuppressWarnings("NullAway.Init")
    private Opened opened;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        opened = database.open(folder);
        opened.jdbc.update("""
                insert into run (id, profile, title, mode, seed, profile_yaml, operations_per_iteration, state, created_at,
                    reasons, environment)
                values ('r', 'p', 't', 'fixed', 1, '', 2, 'STEADY', current_timestamp, '[]', '{}')""");
        opened.jdbc.update("""
                insert into session (run_id, session, agent, asked_at, state, iteration, logon_nanos, detail)
                values ('r', 0, 'a', current_timestamp, 'ASKED', 0, 0, '')""");
    }

    @AfterEach
    void close() throws IOException {
        opened.close();
    }

    /**
     * Reproducer: after the end of its run, an agent made a session that had stopped a lost one, and then let it work
     * again.
     */
    @Test
    void howASessionHasEndedDoesNotChange() {
        tell(SessionPhase.WORKING, 3, "");
        tell(SessionPhase.STOPPED, 4, "on request");
        tell(SessionPhase.LOST, 4, "told after the end");
        tell(SessionPhase.WORKING, 99, "");
        assertThat(opened.jdbc.queryForList(
                        "select state || ' ' || iteration || ' ' || detail from session", String.class))
                .containsExactly("STOPPED 4 on request");
    }

    private void tell(SessionPhase phase, int iteration, String detail) {
        opened.runs().session("r", new SessionFact(0, phase, iteration, detail, 0, AT));
    }
}
