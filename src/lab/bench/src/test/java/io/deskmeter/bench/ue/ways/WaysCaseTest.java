package io.deskmeter.bench.ue.ways;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.measure.timing.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaysCaseTest {
    private static final WaysCase CASE = new WaysCase(RepeatedGesture.DRAG, Way.RFB, 50);

    private static Sample sample(String metric, double value) {
        return Sample.builder(metric)
                .sequence(1)
                .operation("ue/drag", "drag")
                .timing(7)
                .during(0, 1)
                .value(value, Double.isNaN(value) ? Double.NaN : 0)
                .unknown(Double.isNaN(value) ? "no frame showed it" : "")
                .build();
    }

    private static Repeat repeat(double seen, double... lags) {
        List<Sample> samples = new ArrayList<>();
        for (double lag : lags) {
            samples.add(sample("drag-lag", lag));
        }
        samples.add(sample("drag-moves", seen));
        samples.add(sample("drag-error", 12));
        return new Repeat(samples);
    }

    @Test
    void theFiguresAreThoseOfAllMovesOfAllRepeats() {
        Map<String, @Nullable Object> row =
                CASE.row(List.of(repeat(100, 60, 62, 64, 66), repeat(96, 50, 70, 70, 90)), 2, "");

        assertThat(row)
                .containsEntry("case", "drag, rfb, 50 ms")
                .containsEntry("repeats", 2)
                .containsEntry("moves", 8L)
                .containsEntry("lagP50Ms", 64.0)
                .containsEntry("lagP95Ms", 90.0)
                .containsEntry("leastMedianMs", 62.0)
                .containsEntry("mostMedianMs", 70.0)
                .containsEntry("errorPx", 12.0)
                .containsEntry("unknownPct", 0.0)
                .containsEntry("pass", true);
        assertThat((Double) row.get("lagSdMs")).isBetween(2.2, 14.2);
    }

    /** What arrives before a network could have brought it has been taken for another move. */
    @Test
    void nothingIsSeenSoonerThanTheNetworkAllows() {
        assertThat(CASE.row(List.of(repeat(100, 40, 41, 42)), 1, "")).containsEntry("pass", false);
    }

    @Test
    void aRowWithoutAllRepeatsOrWithUnknownMovesDoesNotPass() {
        Repeat good = repeat(100, 60, 61, 62);

        assertThat(CASE.row(List.of(good), 2, "drag timeout: not seen"))
                .containsEntry("pass", false)
                .containsEntry("problem", "drag timeout: not seen");
        assertThat(CASE.row(List.of(repeat(50, 60, Double.NaN)), 1, ""))
                .containsEntry("pass", false)
                .containsEntry("unknownPct", 50.0);
        assertThat(CASE.row(List.of(), 2, "the session FAILED")).containsEntry("pass", false);
    }

    @Test
    void eachWayIsSeenThroughEachNetworkButThoseOnTheDesktop() {
        assertThat(WaysCase.all(false)).hasSize(2 * (2 + 4 * 4)).doesNotHaveDuplicates();
        assertThat(WaysCase.all(false))
                .filteredOn(one -> !one.way().isRemote())
                .extracting(WaysCase::words)
                .containsExactly("drag, own screen", "drag, AWT", "scroll, own screen", "scroll, AWT");
        assertThat(WaysCase.all(true)).hasSize(2 * (2 + 4 * 2));
    }

    @Test
    void onlyARowWithLagsIsDrawn() {
        assertThat(WaysPicture.Mark.of(CASE, null)).isEmpty();
        assertThat(WaysPicture.Mark.of(CASE, CASE.row(List.of(), 1, "failed"))).isEmpty();
        assertThat(WaysPicture.Mark.of(CASE, CASE.row(List.of(repeat(100, 60, 70)), 1, "")))
                .hasValueSatisfying(mark -> assertThat(mark.p95()).isEqualTo(70));
    }
}
