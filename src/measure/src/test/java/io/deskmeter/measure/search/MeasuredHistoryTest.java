package io.deskmeter.measure.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.search.MeasuredHistory.Ended;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Invariants of every decision of a search, for thousands of random histories with printed seeds. */
@Tag("slow")
class MeasuredHistoryTest {
    private static final long FIRST_SEED = 20261122;
    private static final int HISTORIES = 5000;

    @Test
    void noCapacityAtOrAboveASizeThatOnlyFailed() {
        all().forEach(seed -> {
            Ended ended = new MeasuredHistory(seed).search();
            int capacity = ended.capacity().sessions();
            ended.summaries()
                    .filter(point -> point.sessions() <= capacity)
                    .forEach(point -> assertThat(ended.of(point.sessions()))
                            .as("seed %d: %d sessions only failed %s", seed, point.sessions(), ended)
                            .anyMatch(LoadPointSummary::pass));
        });
    }

    @Test
    void aCapacityWasMeasuredAndPassed() {
        all().forEach(seed -> {
            Ended ended = new MeasuredHistory(seed).search();
            int capacity = ended.capacity().sessions();
            if (capacity > 0) {
                assertThat(ended.of(capacity)).as("seed %d %s", seed, ended).anyMatch(LoadPointSummary::pass);
            }
        });
    }

    @Test
    void aCapacityDidNotLoseItsDesktopsAsOftenAsItPassed() {
        all().forEach(seed -> {
            Ended ended = new MeasuredHistory(seed).search();
            List<LoadPointSummary> same = ended.of(ended.capacity().sessions());
            long passed = same.stream().filter(LoadPointSummary::pass).count();
            assertThat(same.stream().filter(point -> point.failure() != null).count())
                    .as("seed %d %s", seed, ended)
                    .isLessThan(Math.max(1, passed));
        });
    }

    @Test
    void theIntervalContainsTheCapacityAndEndsBelowWhatSurelyFails() {
        all().forEach(seed -> {
            Ended ended = new MeasuredHistory(seed).search();
            Capacity capacity = ended.capacity();
            assertThat(capacity.interval().contains(capacity.sessions()))
                    .as("seed %d %s", seed, ended)
                    .isTrue();
            ended.summaries()
                    .filter(point -> point.sessions() > capacity.sessions())
                    .filter(point -> surelyFails(ended.of(point.sessions())))
                    .min(Comparator.comparingInt(LoadPointSummary::sessions))
                    .ifPresent(failed -> assertThat(capacity.interval().high())
                            .as("seed %d: %d sessions failed beyond doubt %s", seed, failed.sessions(), ended)
                            .isLessThan(failed.sessions()));
        });
    }

    /** One point may have been disturbed, unless the platform did not carry it at all. */
    private static boolean surelyFails(List<LoadPointSummary> same) {
        boolean once = same.size() == 1 && same.get(0).failure() == null;
        return !once && same.stream().allMatch(point -> point.verdict() == Verdict.FAIL);
    }

    @Test
    void theReasonAgreesWithCapacityAndInterval() {
        all().forEach(seed -> {
            Ended ended = new MeasuredHistory(seed).search();
            Capacity capacity = ended.capacity();
            boolean failedBeyond =
                    ended.summaries().anyMatch(point -> point.broken() && point.sessions() > capacity.sessions());
            assertThat(capacity.thresholdBroken()).as("seed %d %s", seed, ended).isEqualTo(failedBeyond);
            if (failedBeyond) {
                assertThat(capacity.reason()).as("seed %d %s", seed, ended).doesNotContain("no larger load failed");
                assertThat(capacity.interval().high())
                        .as("seed %d %s", seed, ended)
                        .isFinite();
                LoadPointSummary smallest = ended.summaries()
                        .filter(point -> point.broken() && point.sessions() > capacity.sessions())
                        .min(Comparator.comparingInt(LoadPointSummary::sessions))
                        .orElseThrow();
                assertThat(capacity.reason())
                        .as("seed %d %s", seed, ended)
                        .contains("at " + smallest.sessions() + " session");
                if (capacity.interval().contains(smallest.sessions())) {
                    assertThat(capacity.reason()).as("seed %d %s", seed, ended).contains(", though ");
                }
            } else {
                boolean untold = ended.summaries()
                        .anyMatch(point -> !point.pass() && !point.broken() && point.sessions() > capacity.sessions());
                if (capacity.sessions() > 0) {
                    assertThat(capacity.reason()).as("seed %d %s", seed, ended).endsWith("; no larger load failed");
                }
                assertThat(capacity.reason().contains("no verdict at "))
                        .as("seed %d %s", seed, ended)
                        .isEqualTo(untold);
                assertThat(capacity.interval().high())
                        .as("seed %d %s", seed, ended)
                        .isInfinite();
                assertThat(CapacitySearch.limitedBy(ended.summaries().toList(), capacity.sessions()))
                        .as("seed %d %s", seed, ended)
                        .isNull();
            }
        });
    }

    private static LongStream all() {
        return LongStream.range(FIRST_SEED, FIRST_SEED + HISTORIES);
    }
}
