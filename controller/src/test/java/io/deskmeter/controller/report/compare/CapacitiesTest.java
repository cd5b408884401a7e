package io.deskmeter.controller.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.statistics.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacitiesTest {
    private static final Interval SMALL = new Interval(10, 12);
    private static final Interval LARGE = new Interval(20, 24);
    private static final Interval OPEN = new Interval(15, Double.POSITIVE_INFINITY);

    @Test
    void intervalsThatDoNotOverlapDiffer() {
        assertThat(Capacities.words(List.of(SMALL), List.of(LARGE))).startsWith("more: ");
        assertThat(Capacities.words(List.of(LARGE), List.of(SMALL))).startsWith("less: ");
        assertThat(Capacities.words(List.of(SMALL), List.of(OPEN))).startsWith("more: ");
        assertThat(Capacities.words(List.of(SMALL, LARGE), List.of(LARGE)))
                .isEqualTo("no clear difference: the intervals overlap");
    }

    @Test
    void twoSidesOnWhichNoLoadFailedAreNotCompared() {
        assertThat(Capacities.words(List.of(OPEN), List.of(OPEN)))
                .isEqualTo("not known: no larger load failed on either side");
        assertThat(Capacities.words(List.of(OPEN, OPEN), List.of(OPEN)))
                .isEqualTo("not known: no larger load failed on either side");
    }

    /** A load failed in one of the runs, so it would not be true that none did. */
    @Test
    void twoSidesOfWhichSomeRunsHaveAnEndAreNotSaidToHaveNone() {
        assertThat(Capacities.words(List.of(SMALL, OPEN), List.of(OPEN)))
                .isEqualTo("not known: each side has a run in which no larger load failed");
        assertThat(Capacities.words(List.of(OPEN, SMALL), List.of(LARGE, OPEN)))
                .isEqualTo("not known: each side has a run in which no larger load failed");
    }
}
