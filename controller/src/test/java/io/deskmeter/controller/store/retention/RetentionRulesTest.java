package io.deskmeter.controller.store.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetentionRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    /** Newest first; 5 MB each. */
    private static final List<RunDiskUsage> RUNS = List.of(
            run("going-on", 0, false, false),
            run("new", 1, true, false),
            run("pinned", 2, true, true),
            run("old", 10, true, false),
            run("oldest", 40, true, false),
            run("oldest-pinned", 50, true, true));

    private static RunDiskUsage run(String id, int daysAgo, boolean ended, boolean pinned) {
        return new RunDiskUsage(id, id, NOW.minus(Duration.ofDays(daysAgo)), ended, pinned, 10, 5_000_000);
    }

    private static List<String> expired(@Nullable Integer days, @Nullable Integer runs, @Nullable Long megabytes) {
        return new RetentionRules(days, runs, megabytes)
                .expired(RUNS, NOW).stream().map(RunDiskUsage::id).toList();
    }

    @Test
    void nothingGoesWithoutABound() {
        assertThat(expired(null, null, null)).isEmpty();
    }

    @Test
    void whatIsPinnedOrGoesOnStaysWhateverTheRules() {
        assertThat(expired(1, 1, 1L)).doesNotContain("going-on", "pinned", "oldest-pinned");
    }

    @Test
    void runsGoByAgeByNumberAndByWhatTheyTake() {
        assertThat(expired(30, null, null)).containsExactly("oldest");
        assertThat(expired(10, null, null)).containsExactly("oldest");
        assertThat(expired(null, 1, null)).containsExactly("old", "oldest");
        assertThat(expired(null, 2, null)).containsExactly("oldest");
        assertThat(expired(null, null, 20L)).containsExactly("oldest");
        assertThat(expired(null, null, 14L)).containsExactly("old", "oldest");
        assertThat(expired(null, null, 9L)).containsExactly("new", "old", "oldest");
    }

    @Test
    void boundsThatMeanNothingAreRefused() {
        assertThatThrownBy(() -> new RetentionRules(0, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("days: 0 (expected: at least 1, or nothing for no bound)");
        assertThatThrownBy(() -> new RetentionRules(null, -3, null)).hasMessageStartingWith("runs: -3");
        assertThatThrownBy(() -> new RetentionRules(null, null, 0L)).hasMessageStartingWith("megabytes: 0");
    }
}
