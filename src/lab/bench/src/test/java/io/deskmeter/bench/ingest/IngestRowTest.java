package io.deskmeter.bench.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.bench.Installation;
import io.deskmeter.bench.ingest.PlainStore.Took;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IngestRowTest {
    @Test
    void theRatioIsOfRowsASecondToThePlainDatabase() {
        IngestRow row = new IngestRow("postgresql", "controller", new Took(600, 4), new Took(600, 2), true, true);
        assertThat(row.toMap())
                .containsEntry("rows", 600)
                .containsEntry("rowsPerSecond", 150L)
                .containsEntry("ratioToCopy", 0.5)
                .containsEntry("ratioToInsert", null);
    }

    @Test
    void withoutAPlainDatabaseTheRatioIsUnknown() {
        IngestRow row = new IngestRow("h2", "controller", new Took(600, 4), null, false, false);
        assertThat(row.toMap())
                .containsEntry("ratioToCopy", null)
                .containsEntry("ratioToInsert", null)
                .containsEntry("pass", false);
    }

    @Test
    void agentsShareAllRows() {
        IngestPlan.Amount amount = new IngestPlan.Amount(1_001, 503);
        assertThat(IntStream.range(0, 4).map(i -> amount.share(i, 4).timings()).sum())
                .isEqualTo(1_001);
        assertThat(IntStream.range(0, 4).map(i -> amount.share(i, 4).samples()).sum())
                .isEqualTo(503);
        assertThat(amount.scaledTo(300).rows()).isEqualTo(300);
        assertThat(amount.scaledTo(0)).isEqualTo(new IngestPlan.Amount(0, 0));
    }

    @Test
    void moreSamplesThanTimingsAreRefused() {
        assertThatThrownBy(() -> new IngestPlan(
                        new IngestPlan.Amount(1_000, 1_001),
                        new IngestPlan.Amount(0, 0),
                        1,
                        64,
                        false,
                        0,
                        1,
                        new Installation()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("samples: 1001");
    }
}
