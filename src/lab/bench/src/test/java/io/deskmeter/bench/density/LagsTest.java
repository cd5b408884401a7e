package io.deskmeter.bench.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.testkit.truth.TimeStrip;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LagsTest {
    private static final long PERIOD = 100;

    private final Lags lags = new Lags();

    private void seen(long at, int step, long now) {
        lags.seen(Optional.of(new TimeStrip.Reading(at, step)), now);
    }

    @Test
    void onlyTheWindowCountsAndEveryUpdateOnce() {
        seen(1000, 254, 1001);
        lags.begin();
        seen(1100, 255, 1103);
        seen(1100, 255, 1150);
        lags.seen(Optional.empty(), 1199);
        seen(1200, 0, 1301);
        seen(1500, 3, 1500);
        lags.end();
        seen(1600, 4, 1999);

        assertThat(WatchFigures.of(1, List.of(lags), PERIOD, 6, 10))
                .isEqualTo(new WatchFigures(1, 3, 2, 1, 101, 101, 1, 6, 10));
    }

    @Test
    void figuresAreParsedFromTheirLine() {
        WatchFigures figures = new WatchFigures(2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(WatchFigures.parse(figures.line())).isEqualTo(figures);
    }

    /** What is counted before and after the window of the processor's time, too, does not belong to that one. */
    @Test
    void ratesAreOfTheWindowInWhichTheyWereCounted() {
        WatchFigures figures = new WatchFigures(2, 120, 0, 0, 6, 7, 0, 82, 2_050_000_000L);

        assertThat(figures.probesPerSecond()).isEqualTo(20.0, within(1e-9));
        assertThat(figures.updatesPerSecond()).isEqualTo(60 / 2.05, within(1e-9));
    }
}
