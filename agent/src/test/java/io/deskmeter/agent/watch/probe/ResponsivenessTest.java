package io.deskmeter.agent.watch.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.series.SeriesValue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times in milliseconds; a desktop that responds answers after 2 ms. */
class ResponsivenessTest {
    private static final long MS = 1_000_000;
    private static final long TRIP = 2;
    private static final long PERIOD = 250;

    private Responsiveness responsiveness = new Responsiveness(0, "");

    private void probe(long asked, long answered) {
        responsiveness.asked(asked * MS);
        responsiveness.answered(answered * MS);
    }

    /** Asks a desktop that stands still for some time of each period, as the prober does. */
    private long ask(long frozen, long period, long offset, long until) {
        SplittableRandom pauses = new SplittableRandom(offset);
        long asked = PERIOD;
        while (asked < until) {
            long phase = Math.floorMod(asked - offset, period);
            long answered = asked + TRIP + (phase < frozen ? frozen - phase : 0);
            probe(asked, answered);
            asked = Math.max(answered, asked + PERIOD - pauses.nextLong(100));
        }
        return asked;
    }

    @Test
    void aDesktopThatAnswersAtOnceRespondsAllTheTime() {
        long end = ask(0, 20_000, 0, 60_000);
        SeriesValue share = responsiveness.until(end * MS);
        assertThat(share.value()).isZero();
        assertThat(share.uncertainty()).isZero();
        assertThat(share.from()).isZero();
        assertThat(share.to()).isEqualTo(end * MS);
    }

    @ParameterizedTest
    @CsvSource({"3000, 20000", "500, 5000", "1000, 4000", "10000, 20000", "600, 1000"})
    void theShareIsTheTrueOneWhateverThePhase(long frozen, long period) {
        SplittableRandom random = new SplittableRandom(20261126);
        double error = 0;
        int trials = 200;
        for (int i = 0; i < trials; i++) {
            responsiveness = new Responsiveness(0, "");
            long offset = random.nextLong(period);
            long end = ask(frozen, period, offset, 20 * period);
            SeriesValue share = responsiveness.until(end * MS);
            double truth = truth(frozen, period, offset, end);
            assertThat(share.value()).isCloseTo(truth, within(share.uncertainty() + 1e-9 + 100.0 * 40 * TRIP / end));
            error += share.value() - truth;
        }
        assertThat(error / trials).isCloseTo(0, within(0.6));
    }

    /** For how much of the time from 0 to the end the desktop stands still, in percent. */
    private static double truth(long frozen, long period, long offset, long end) {
        long sum = 0;
        for (long from = offset - period; from < end; from += period) {
            sum += Math.max(0, Math.min(from + frozen, end) - Math.max(from, 0));
        }
        return 100.0 * sum / end;
    }

    @Test
    void aShortStopIsNone() {
        probe(1_000, 1_250);
        assertThat(responsiveness.until(2_000 * MS).value()).isZero();
    }

    @Test
    void whatIsStillFrozenAtTheEndCountsThereAndTheRestLater() {
        probe(900, 900);
        responsiveness.asked(1_100 * MS);
        SeriesValue first = responsiveness.until(2_000 * MS);
        assertThat(first.value()).isEqualTo(50);
        assertThat(first.uncertainty()).isEqualTo(5);
        responsiveness.answered(2_500 * MS);
        assertThat(responsiveness.until(3_000 * MS).value()).isEqualTo(50);
    }

    @Test
    void whatIsNotDecidedIsUncertainAndCountsLater() {
        probe(1_900, 1_900);
        responsiveness.asked(1_900 * MS);
        SeriesValue first = responsiveness.until(2_000 * MS);
        assertThat(first.value()).isZero();
        assertThat(first.uncertainty()).isEqualTo(5);
        responsiveness.answered(2_900 * MS);
        assertThat(responsiveness.until(4_000 * MS).value()).isEqualTo(50);
    }

    @Test
    void aPauseOfTheAgentIsNotTheDesktops() {
        probe(10_000, 10_000);
        responsiveness.asked(10_200 * MS);
        responsiveness.lookedAway(10_250 * MS, 10_750 * MS);
        responsiveness.answered(10_760 * MS);
        SeriesValue share = responsiveness.until(20_000 * MS);
        assertThat(share.value()).isZero();
        assertThat(share.isKnown()).isTrue();
    }

    @Test
    void aDesktopThatStaysFrozenAfterAPauseOfTheAgentDoesNotRespond() {
        probe(10_000, 10_000);
        responsiveness.asked(10_000 * MS);
        responsiveness.lookedAway(10_250 * MS, 10_750 * MS);
        responsiveness.answered(12_500 * MS);
        SeriesValue share = responsiveness.until(20_500 * MS);
        assertThat(share.value()).isCloseTo(100 * 2_000 / 20_000.0, within(1e-9));
    }

    @Test
    void ifTheAgentItselfWasLateTooLongNothingIsKnown() {
        probe(1_000, 1_002);
        responsiveness.lookedAway(2_000 * MS, 3_100 * MS);
        SeriesValue share = responsiveness.until(10_000 * MS);
        assertThat(share.unknown()).isEqualTo("the agent itself was late for 1.1 of 10.0 s (bound: 10 %)");
        probe(11_000, 11_002);
        assertThat(responsiveness.until(20_000 * MS).value()).isZero();
    }

    @Test
    void aDesktopThatCannotBeAskedIsUnknown() {
        responsiveness.asked(100 * MS);
        responsiveness.unable("the screen answers no probes");
        assertThat(responsiveness.until(1_000 * MS).unknown()).isEqualTo("the screen answers no probes");
    }

    @Test
    void probesThatCouldNotBeSentCountFromTheFirst() {
        probe(1_000, 1_000);
        responsiveness.asked(1_000 * MS);
        responsiveness.asked(1_250 * MS);
        responsiveness.answered(2_000 * MS);
        assertThat(responsiveness.until(4_000 * MS).value()).isEqualTo(25);
    }
}
