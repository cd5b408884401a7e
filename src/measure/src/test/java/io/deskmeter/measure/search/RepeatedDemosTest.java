package io.deskmeter.measure.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workload.run.Load;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Demos of one program on one quiet machine with two cores, one after the other: p95 of group A as a share of its threshold, as it was measured. */
class RepeatedDemosTest {
    private static final double BRIEF_SD = 0.07;
    private static final double FULL_SD = 0.045;

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

    private static Capacity answer(List<MeasuredPoint> points) {
        Load.FindMax load = new Load.FindMax(1, OptionalInt.of(40), 80, Load.FindMax.DEFAULT_PRECISION, false)
                .within(Duration.ofMinutes(20));
        SearchDecision end = CapacitySearch.next(load, points, new SearchContext(1, 3, Duration.ofMinutes(20)));
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
