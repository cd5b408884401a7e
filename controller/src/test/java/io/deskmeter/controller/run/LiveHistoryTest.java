package io.deskmeter.controller.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.faults.InternalFaults;
import io.deskmeter.controller.run.LiveHistory.LivePoint;
import io.deskmeter.controller.run.view.RunSnapshot.LiveGroup;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LiveHistoryTest {
    private long millis;
    private final LiveHistory history = new LiveHistory(
            new ActiveRuns(
                    (plan, listener) -> {
                        throw new AssertionError("no run is begun here");
                    },
                    new InternalFaults(InstantSource.system())),
            () -> Instant.ofEpochMilli(millis),
            () -> TimeUnit.MILLISECONDS.toNanos(millis));

    private void take(String run, double p95Ms) {
        history.take(run, false, List.of(new LiveGroup("A", 1, p95Ms, null, null, 1_000)));
    }

    /** Takes a snapshot every half second, whose p95 is the second it is of. */
    private void pass(String run, int seconds) {
        for (int i = 0; i < 2 * seconds; i++, millis += 500) {
            take(run, millis / 1_000.0);
        }
    }

    private List<Double> seconds(String run, int most) {
        return history.of(run, most).stream()
                .map(point -> point.at().toEpochMilli() / 1_000.0)
                .toList();
    }

    @Test
    void takesAPointEveryTwoSecondsHoweverManySnapshotsCome() {
        pass("r", 9);
        assertThat(seconds("r", 1_000)).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0);
        assertThat(history.of("r", 1_000))
                .allSatisfy(point -> assertThat(point.groups().get(0).p95Ms())
                        .isEqualTo(point.at().toEpochMilli() / 1_000.0));
    }

    @Test
    void givesNoMorePointsThanAskedForAndAlwaysTheNewest() {
        pass("r", 20);
        assertThat(seconds("r", 4)).containsExactly(0.0, 6.0, 12.0, 18.0);
        assertThat(seconds("r", 1)).containsExactly(18.0);
        assertThat(seconds("r", 10)).hasSize(10);
    }

    @Test
    void memoryIsBoundedTheNewIsExactAndTheBeginningIsNotForgotten() {
        pass("r", 8 * 3_600);
        List<Double> all = seconds("r", 10_000);
        assertThat(all)
                .hasSizeLessThanOrEqualTo(3_600)
                .hasSizeGreaterThan(1_800)
                .isSorted();
        assertThat(all.get(0)).isZero();
        List<Double> latest = new ArrayList<>();
        for (int i = 1_000; i > 0; i--) {
            latest.add(8 * 3_600 - 2.0 * i);
        }
        assertThat(all.subList(all.size() - 1_000, all.size())).isEqualTo(latest);
    }

    @Test
    void runsAreApartAndOnesThatEndAreForgotten() {
        take("one", 1);
        take("two", 2);
        assertThat(history.of("one", 10)).extracting(LivePoint::groups).hasSize(1);
        history.take("one", true, List.of());
        assertThat(history.of("one", 10)).isEmpty();
        assertThat(history.of("two", 10)).hasSize(1);
        assertThat(history.of("three", 10)).isEmpty();
    }
}
