package io.deskmeter.measure.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/**
 * Demos of one program on one quiet machine with two cores, one after the other: p95 of group A as a share of its
 * threshold, as it was measured.
 */
class RepeatedDemosTest {
    private static final double BRIEF_SD = 0.07;
    private static final double FULL_SD = 0.045;

    /** That of the demo. */
    private static final Load.FindMax LOAD = new Load.FindMax(
                    1, OptionalInt.of(40), 80, Load.FindMax.DEFAULT_PRECISION, false)
            .within(Duration.ofMinutes(20));

    private static final List<MeasuredPoint> FIRST = List.of(brief(40, 1.52), full(30, 0.84), full(33, 1.49));
    private static final List<MeasuredPoint> SECOND = List.of(brief(40, 1.73), full(27, 0.82), full(31, 1.55));

    /** The first answers 30, the second 27: what both intervals hold is what the machine holds. */
    @Test
    void theIntervalsAgree() {
        Capacity first = answer(FIRST);
        Capacity second = answer(SECOND);
        assertThat(first.sessions()).isEqualTo(30);
        assertThat(second.sessions()).isEqualTo(27);
        assertThat(first.interval().low())
                .as("%s and %s", first, second)
                .isLessThanOrEqualTo(second.interval().high());
    }

    /** An interval that says nothing would hold everything. */
    @Test
    void theIntervalsStayUseful() {
        for (List<MeasuredPoint> demo : List.of(FIRST, SECOND)) {
            Capacity capacity = answer(demo);
            double width = capacity.interval().high() - capacity.interval().low();
            assertThat(width / capacity.sessions()).isLessThan(0.2);
        }
    }

    /**
     * The report that docs/guides/read-a-result.md explains: 32 passed at 0.985 of the threshold, and the answer is 28
     * all the same.
     */
    @Test
    void aPointThatPassedNarrowlyIsNotTheAnswerWhereALargerOneFailedByFar() {
        for (MeasuredPoint narrow : List.of(brief(32, 0.985), full(32, 0.985))) {
            List<MeasuredPoint> points = List.of(brief(40, 1.67), full(28, 0.898), narrow);
            SearchHistory findings = new SearchHistory(points);
            LoadCurve curve = findings.curve(Math.sqrt((double) findings.passing() * findings.failing()));
            assertThat(curve.knee()).isBetween(31.0, 32.0);
            Capacity demo = new FindMaxResult(LOAD, points, findings, "the time budget ended the search")
                    .near(curve)
                    .capacity();
            assertThat(demo.sessions()).as("%s", demo).isEqualTo(28);
            assertThat(demo.interval()).as("%s", demo).isEqualTo(new Interval(28, 34));
        }
    }

    private static Capacity answer(List<MeasuredPoint> points) {
        SearchDecision end = CapacitySearch.next(LOAD, points, new SearchContext(1, 3, Duration.ofMinutes(20)));
        assertThat(end).isInstanceOf(SearchDecision.Done.class);
        return ((SearchDecision.Done) end).capacity();
    }

    private static MeasuredPoint brief(int sessions, double ratio) {
        return new MeasuredPoint(
                MeasuredHistory.summary(sessions, 22 * sessions, ratio, BRIEF_SD), 0, true, Double.NaN);
    }

    private static MeasuredPoint full(int sessions, double ratio) {
        return new MeasuredPoint(
                MeasuredHistory.summary(sessions, 66 * sessions, ratio, FULL_SD), 0, false, Double.NaN);
    }
}
