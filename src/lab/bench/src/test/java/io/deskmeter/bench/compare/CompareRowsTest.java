package io.deskmeter.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A small version of {@code ./deskmeter bench compare}. */
@Tag("slow")
class CompareRowsTest {
    private static final long SEED = 20_261_126;
    private static final int COMPARISONS = 200;
    private final CompareRows rows = new CompareRows(List.of(SEED), COMPARISONS);

    /**
     * Before, 13 % and 39 % of comparisons of equal runs that vary by 3 % and 6 % were called different, and 21 % with
     * one session.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0, 5, 0.06",
        "1, 1, 0, 1, 0",
        "2, 2, 0, 5, 0.06",
        "3, 3, 0, 2, 0.03",
        "3, 3, 0, 1, 0",
        "5, 1, 0, 5, 0.06",
        "1, 1, 6, 5, 0.03"
    })
    void equalSidesAreCalledDifferentInAtMostFiveOfAHundred(
            int baseline, int other, int history, int sessions, double betweenRuns) {
        Map<String, @Nullable Object> row =
                rows.equal(new CompareCase(baseline, other, history), new SimulatedRuns(sessions, betweenRuns));
        assertThat(row).as("seed %d: %s", SEED, row).containsEntry("pass", true);
    }

    @Test
    void differencesAreFoundAndTheIntervalsHoldThem() {
        Map<String, @Nullable Object> row = rows.power(new CompareCase(5, 5, 0), new SimulatedRuns(5, 0.03), 1.3);
        assertThat(row).as("seed %d: %s", SEED, row).containsEntry("pass", true);
        assertThat((Double) row.get("foundPct")).as("seed %d: %s", SEED, row).isGreaterThan(60);
    }

    @Test
    void oneRunASideIsNeverCalledDifferent() {
        Map<String, @Nullable Object> row = rows.power(new CompareCase(1, 1, 0), new SimulatedRuns(2, 0), 1.2);
        assertThat(row)
                .as("seed %d: %s", SEED, row)
                .containsEntry("foundPct", 0.0)
                .containsEntry("pass", true);
    }
}
