package io.deskmeter.agent.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.agent.observe.Observation;
import io.deskmeter.agent.observe.ObservationStream;
import io.deskmeter.agent.series.SeriesMeasurement.State;
import io.deskmeter.sound.SoundException;
import io.deskmeter.sound.SoundFormat;
import io.deskmeter.sound.simulated.Signal;
import io.deskmeter.sound.simulated.SimulatedCard;
import io.deskmeter.sound.simulated.SimulatedSource;
import io.deskmeter.testsupport.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** The levels of a simulated card in virtual time: blocks of 10 ms, delivered 3 ms after they have been played. */
class SoundLevelsTest {
    private static final long MS = 1_000_000;
    private static final int RATE = SoundFormat.STEREO_48K.rate();
    /** 1 kHz, of which a block has whole periods: 3 dB below its peak of 0.1. */
    private static final Signal TONE = (position, channel) -> 0.1 * Math.sin(2 * Math.PI * 1_000 * position / RATE);

    private static final double TONE_LEVEL = 20 * Math.log10(0.1 / Math.sqrt(2));
    private static final Bound NEVER = new Bound() {
        @Override
        public void observe(Observation observation) {}

        @Override
        public OptionalLong reachedAt(long now) {
            return OptionalLong.empty();
        }

        @Override
        public long nextLookAt() {
            return Long.MAX_VALUE;
        }
    };

    private final VirtualTime time = new VirtualTime();
    private final Series series = new Series(new SoundLevels());
    private SimulatedSource source = open(TONE, block -> false);
    private SeriesMeasurement measurement = SeriesMeasurement.awaiting(series, NEVER, NEVER, 1, 0);

    private SimulatedSource open(Signal signal, LongPredicate lost) {
        SimulatedCard card = new SimulatedCard(480, Duration.ZERO, 0, Duration.ofMillis(3), Duration.ZERO, lost);
        ObservationStream stream = new ObservationStream(time.ticker(), this::heard);
        return SimulatedSource.open(SoundFormat.STEREO_48K, signal, card, stream.sound(), time, time.ticker());
    }

    private void heard(Observation observation) {
        measurement.observe(observation);
    }

    /** From an input, for so long. */
    private void begin(long at, long millis) {
        time.advance(Duration.ofNanos(at * MS - time.nanoTime()));
        series.begin(at * MS);
        measurement = SeriesMeasurement.begun(series, NEVER, millis * MS);
    }

    private List<SeriesValue> values(long now) {
        time.advance(Duration.ofNanos(now * MS - time.nanoTime()));
        assertThat(measurement.judge(time.nanoTime())).isEqualTo(State.ENDED);
        return measurement.values();
    }

    private static void assertLevels(List<SeriesValue> values, double level) {
        assertThat(values).allSatisfy(value -> assertThat(value.value()).isCloseTo(level, within(0.01)));
    }

    @Test
    void theLevelOfEachBlockThatIsPlayedEntirelyWithinTheSeries() {
        begin(15, 40);
        List<SeriesValue> values = values(66);

        assertThat(values).extracting(SeriesValue::from).containsExactly(20 * MS, 30 * MS, 40 * MS);
        assertThat(values).extracting(SeriesValue::to).containsExactly(30 * MS, 40 * MS, 50 * MS);
        assertLevels(values, TONE_LEVEL);
    }

    /** The last block ends with the series, and is delivered later. */
    @Test
    void whatWasPlayedInTimeCountsHoweverLateItIsDelivered() {
        begin(0, 30);
        time.advance(Duration.ofMillis(31));
        assertThat(measurement.judge(time.nanoTime())).isEqualTo(State.CLOSING);

        assertThat(values(34)).hasSize(3);
    }

    @Test
    void silenceHasALevelToo() {
        source.close();
        source = open(Signal.SILENCE, block -> false);
        begin(0, 30);

        List<SeriesValue> values = values(34);
        assertThat(values).hasSize(3);
        assertLevels(values, -96.33);
    }

    @Test
    void lostBlocksAreUnknownEach() {
        source.close();
        source = open(TONE, block -> block == 2 || block == 3 || block == 6);
        begin(0, 80);

        List<SeriesValue> values = values(94);
        assertThat(values).hasSize(8);
        assertThat(values)
                .filteredOn(value -> !value.isKnown())
                .containsExactly(
                        SeriesValue.unknown(20 * MS, 30 * MS, "20.0 ms of sound did not come"),
                        SeriesValue.unknown(30 * MS, 40 * MS, "20.0 ms of sound did not come"),
                        SeriesValue.unknown(60 * MS, 70 * MS, "10.0 ms of sound did not come"));
        assertLevels(values.stream().filter(SeriesValue::isKnown).toList(), TONE_LEVEL);
    }

    @Test
    void soundThatBeginsLateIsMissingBefore() {
        source.close();
        begin(0, 60);
        time.advance(Duration.ofMillis(30));
        source = open(TONE, block -> false);

        List<SeriesValue> values = values(64);
        assertThat(values).extracting(SeriesValue::isKnown).containsExactly(false, false, false, true, true, true);
    }

    @Test
    void aLostCardLeavesTheRestUnknown() {
        begin(0, 60);
        time.advance(Duration.ofMillis(34));
        source.lose(new SoundException("the card was unplugged"));
        time.advance(Duration.ofMillis(1));
        measurement.judge(60 * MS);

        List<SeriesValue> values = values(1_100);
        assertThat(values).extracting(SeriesValue::isKnown).containsExactly(true, true, true, false, false, false);
        assertThat(values.get(5))
                .isEqualTo(SeriesValue.unknown(
                        50 * MS, 60 * MS, "30.0 ms of sound did not come: the sound was lost: the card was unplugged"));
    }

    @Test
    void withoutAnySoundTheSeriesIsUnknown() {
        source.close();
        begin(0, 60);

        assertThat(values(1_100)).hasSize(1).noneMatch(SeriesValue::isKnown);
    }
}
