package io.deskmeter.agent.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.OperationInProgress;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CurrentOperationsTest {
    private final CurrentOperations work = new CurrentOperations();

    @Test
    void onlyChangesAreReportedAndEverythingAfterADisconnection() {
        work.working(1, "office/writer/open", Instant.EPOCH.plusSeconds(1));
        work.working(2, "", Instant.EPOCH.plusSeconds(1));
        assertThat(work.sessionUpdate())
                .extracting(OperationInProgress::getSession)
                .containsExactly(1);
        assertThat(work.sessionUpdate()).isEmpty();
        work.working(1, "", Instant.EPOCH.plusSeconds(2));
        assertThat(work.sessionUpdate())
                .extracting(OperationInProgress::getOperation)
                .containsExactly("");
        work.working(1, "office/writer/save", Instant.EPOCH.plusSeconds(3));
        work.working(1, "", Instant.EPOCH.plusSeconds(4));
        assertThat(work.sessionUpdate()).as("no operation before and now").isEmpty();
        work.working(1, "office/writer/save", Instant.EPOCH.plusSeconds(5));
        assertThat(work.sessionUpdate()).hasSize(1);
        work.resend();
        assertThat(work.sessionUpdate())
                .extracting(OperationInProgress::getSinceMicros)
                .containsExactly(5_000_000L);
    }
}
