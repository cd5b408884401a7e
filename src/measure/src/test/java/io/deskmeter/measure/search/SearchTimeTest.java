package io.deskmeter.measure.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointTimes;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A search that has a budget: what it expects of time, and what it does when there is none left. */
class SearchTimeTest {
    private static final int ITERATIONS = 3;

    /** A platform whose iterations take a minute up to its knee and longer beyond; logons are two seconds apart. */
    private static final double LOGON = 2;

    private final List<MeasuredPoint> points = new ArrayList<>();
    private double now;
    private double firstEnded;

    private static Load.FindMax within(int minutes) {
        return new Load.FindMax(1, OptionalInt.of(40), 80, Load.FindMax.DEFAULT_PRECISION, false)
                .within(Duration.ofMinutes(minutes));
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 10, 15, 20, 30})
    void endsWithinItsBudgetWithAnIntervalThatHoldsTheTruth(int minutes) {
        for (int knee = 5; knee <= 75; knee += 5) {
            Capacity capacity = search(within(minutes), knee);
            // Times are unknown before the first point, so it has no limit.
            double first = firstEnded / 60;
            assertThat(now / 60).as("knee %d: %s", knee, points).isLessThanOrEqualTo(Math.max(minutes, first));
            assertThat(capacity.interval().contains(knee))
                    .as("knee %d: %s", knee, capacity)
                    .isTrue();
        }
    }

    @Test
    void moreTimeGivesANarrowerInterval() {
        Interval soon = search(within(6), 25).interval();
        Interval later = search(within(30), 25).interval();
        assertThat(later.high() - later.low()).isLessThan(soon.high() - soon.low());
    }

    /** The first point has no limit; then the search ends, with the reason. */
    @Test
    void saysThatTimeEndedIt() {
        Capacity capacity = search(within(4), 60);
        assertThat(points).hasSize(1);
        assertThat(capacity.sessions()).isEqualTo(40);
        assertThat(capacity.reason()).endsWith("no larger load failed; the time budget ended the search");
        assertThat(capacity.interval().high()).isInfinite();
    }

    @Test
    void withoutABudgetTimeIsNoObject() {
        Load.FindMax load = new Load.FindMax(1, OptionalInt.of(40), 80, Load.FindMax.DEFAULT_PRECISION, false);
        Capacity capacity = search(load, 25);
        assertThat(capacity.sessions()).isBetween(24, 26);
        assertThat(capacity.reason()).doesNotContain("budget");
    }

    @Test
    void anEstimateGrowsWithLogonsAndLoad() {
        points.add(new MeasuredPoint(MeasuredHistory.summary(10, 120, 0.5, 0.1), 0, true, 0.4, times(10, 80, 120, 1)));
        SearchTime time = new SearchTime(within(20), points, Duration.ofMinutes(5));
        // An iteration takes a minute; ten logons took the 20 s that the warm-up did not.
        assertThat(time.seconds(10, 1)).isEqualTo(120);
        assertThat(time.seconds(10, 3)).isEqualTo(240);
        assertThat(time.seconds(20, 1)).isEqualTo(20 + 1.5 * 120 + 240);
        assertThat(time.allows(20, 1)).isTrue();
        assertThat(time.allows(20, 6)).isFalse();
    }

    private Capacity search(Load.FindMax load, int knee) {
        points.clear();
        now = 0;
        int working = 0;
        SearchDecision next = next(load);
        while (!(next instanceof SearchDecision.Done done)) {
            if (next instanceof SearchDecision.Measure measure) {
                points.add(measured(measure, knee, Math.max(0, measure.sessions() - working)));
                working = measure.sessions();
            } else {
                points.add(longer(points.remove(points.size() - 1), knee));
            }
            next = next(load);
        }
        return done.capacity();
    }

    private SearchDecision next(Load.FindMax load) {
        Duration elapsed = Duration.ofMillis((long) (1000 * now));
        return CapacitySearch.next(load, points, new SearchContext(1, ITERATIONS, elapsed));
    }

    private MeasuredPoint measured(SearchDecision.Measure measure, int knee, int added) {
        int n = measure.sessions();
        int iterations = measure.brief() ? 1 : ITERATIONS;
        double ramp = added * LOGON + (added > 0 ? 1.4 * iteration(n, knee) : 5);
        double window = (iterations + 0.8) * iteration(n, knee);
        now += ramp + window;
        firstEnded = points.isEmpty() ? now : firstEnded;
        return point(n, 0, measure.brief(), knee, times(added, ramp, window, iterations));
    }

    private MeasuredPoint longer(MeasuredPoint last, int knee) {
        double more = ITERATIONS * iteration(last.sessions(), knee);
        now += more;
        PointTimes before = last.times();
        PointTimes times = new PointTimes(
                before.added(),
                before.rampUp(),
                before.window().plusMillis((long) (1000 * more)),
                before.iterations() + ITERATIONS);
        return point(last.sessions(), last.extensions() + 1, false, knee, times);
    }

    private static MeasuredPoint point(int n, int extensions, boolean brief, int knee, PointTimes times) {
        double ratio = Math.pow(n / (knee + 0.5), 3);
        LoadPointSummary summary = MeasuredHistory.summary(n, 12 * n * times.iterations(), ratio, 0.05);
        return new MeasuredPoint(summary, extensions, brief, Math.min(1, 0.8 * n / knee), times);
    }

    private static double iteration(int sessions, int knee) {
        return 60 * Math.max(1, 0.8 * sessions / knee);
    }

    private static PointTimes times(int added, double ramp, double window, int iterations) {
        return new PointTimes(
                added, Duration.ofMillis((long) (1000 * ramp)), Duration.ofMillis((long) (1000 * window)), iterations);
    }
}
