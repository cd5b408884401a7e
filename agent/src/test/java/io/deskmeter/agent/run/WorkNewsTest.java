package io.deskmeter.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.v1.SessionWork;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WorkNewsTest {
    private final WorkNews work = new WorkNews();

    @Test
    void onlyWhatHasChangedIsToldAndAllOfItAfterABreak() {
        work.working(1, "office/writer/open", Instant.EPOCH.plusSeconds(1));
        work.working(2, "", Instant.EPOCH.plusSeconds(1));
        assertThat(work.news()).extracting(SessionWork::getSession).containsExactly(1);
        assertThat(work.news()).isEmpty();
        work.working(1, "", Instant.EPOCH.plusSeconds(2));
        assertThat(work.news()).extracting(SessionWork::getOperation).containsExactly("");
        work.working(1, "office/writer/save", Instant.EPOCH.plusSeconds(3));
        work.working(1, "", Instant.EPOCH.plusSeconds(4));
        assertThat(work.news()).as("thought then, thinks now").isEmpty();
        work.working(1, "office/writer/save", Instant.EPOCH.plusSeconds(5));
        assertThat(work.news()).hasSize(1);
        work.tellAgain();
        assertThat(work.news()).extracting(SessionWork::getSinceMicros).containsExactly(5_000_000L);
    }
}
