package io.deskmeter.sound.analysis.fidelity;

import static io.deskmeter.sound.analysis.fidelity.DamagedSound.RATE;
import static io.deskmeter.sound.analysis.fidelity.DamagedSound.SILENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.deskmeter.sound.simulated.LowPass;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Seconds of the reference with known damage. */
@Tag("slow")
class FidelityMeterTest {
    private static final int SECONDS = 4;
    /** Where the damage is: in the third second. */
    private static final int AT = 2 * RATE + 17_000;

    private static final double MILLIS_PER_PERCENT = 10;

    private static DoubleUnaryOperator position(double start) {
        return at -> start + at;
    }

    private static double value(Fidelity fidelity, Function<Fidelity, Figure> figure) {
        Figure found = figure.apply(fidelity);
        assertThat(found.unknown()).isEmpty();
        return found.value();
    }

    private static double sum(List<Fidelity> all, Function<Fidelity, Figure> figure) {
        return all.stream().mapToDouble(each -> value(each, figure)).sum();
    }

    private static void holds(Figure found, double truth) {
        assertThat(found.unknown()).isEmpty();
        assertThat(Math.abs(found.value() - truth))
                .as("%s within its uncertainty of %s", found, truth)
                .isLessThanOrEqualTo(found.uncertainty());
    }

    private static void nothingIsMoved(List<Fidelity> all) {
        assertThat(sum(all, Fidelity::concealed)).as("concealed").isZero();
        assertThat(sum(all, Fidelity::repeated)).as("repeated").isZero();
        assertThat(sum(all, Fidelity::removed)).as("removed").isZero();
    }

    @Test
    void aCleanSoundIsTrue() {
        List<Fidelity> all = new DamagedSound(SECONDS, position(300_000.3)).measured();
        nothingIsMoved(all);
        for (Fidelity each : all) {
            assertThat(value(each, Fidelity::jitter)).isLessThan(0.01);
            holds(each.jitter(), 0);
            holds(each.drift(), 0);
            holds(each.gain(), 0);
            assertThat(value(each, Fidelity::clipped)).isZero();
            assertThat(value(each, Fidelity::noise)).isLessThan(-75);
            assertThat(value(each, Fidelity::sides)).isGreaterThan(0.99);
            assertThat(value(each, Fidelity::bandwidth)).isGreaterThan(11_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 10, 23, 46, 60, 200})
    void whatIsRepeatedIsFound(int millis) {
        int frames = millis * RATE / 1_000;
        List<Fidelity> all = new DamagedSound(SECONDS, at -> 5_000 + (at < AT ? at : at - frames)).measured();
        assertThat(sum(all, Fidelity::repeated) * MILLIS_PER_PERCENT).isCloseTo(millis, within(1.0));
        assertThat(sum(all, Fidelity::removed)).isZero();
        assertThat(sum(all, Fidelity::concealed)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 10, 23, 46, 60, 200, 1_000})
    void whatIsLeftOutIsFound(int millis) {
        int frames = millis * RATE / 1_000;
        List<Fidelity> all = new DamagedSound(SECONDS, at -> 5_000 + (at < AT ? at : at + frames)).measured();
        assertThat(sum(all, Fidelity::removed) * MILLIS_PER_PERCENT).isCloseTo(millis, within(1.0));
        assertThat(sum(all, Fidelity::repeated)).isZero();
        assertThat(sum(all, Fidelity::concealed)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 10, 23, 46, 60, 200})
    void silenceIsNeitherRepeatedNorLeftOut(int millis) {
        int frames = millis * RATE / 1_000;
        nothingIsMoved(new DamagedSound(SECONDS, at -> at >= AT && at < AT + frames ? SILENCE : at).measured());
        // The rest is late by as much as was silent.
        nothingIsMoved(new DamagedSound(SECONDS, at -> at < AT ? at : at < AT + frames ? SILENCE : at - frames)
                .measured());
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 100, 200})
    void whatIsSomethingElseIsFound(int millis) {
        int frames = millis * RATE / 1_000;
        Random random = new Random(5);
        DamagedSound sound = new DamagedSound(SECONDS, position(5_000));
        for (int i = AT; i < AT + frames; i++) {
            sound.left()[i] = 0.1 * random.nextGaussian();
            sound.right()[i] = sound.left()[i];
        }
        List<Fidelity> all = sound.measured();
        assertThat(sum(all, Fidelity::concealed) * MILLIS_PER_PERCENT).isCloseTo(millis, within(20.0));
        assertThat(sum(all, Fidelity::repeated)).isZero();
        assertThat(sum(all, Fidelity::removed)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-300, -100, 0, 100, 300})
    void driftIsFound(int partsPerMillion) {
        List<Fidelity> all = new DamagedSound(SECONDS, at -> 5_000 + at * (1 + partsPerMillion / 1e6)).measured();
        nothingIsMoved(all);
        for (Fidelity each : all) {
            assertThat(value(each, Fidelity::drift)).isCloseTo(partsPerMillion, within(5.0));
            holds(each.drift(), partsPerMillion);
            assertThat(value(each, Fidelity::jitter)).isLessThan(0.02);
        }
    }

    @Test
    void jitterIsFound() {
        Random random = new Random(6);
        double[] late = random.doubles(200 * SECONDS, -24, 24).toArray();
        // Half a millisecond in each direction, evenly: its standard deviation is 1/√12 ms; each hop of 20 ms has one
        // value.
        List<Fidelity> all = new DamagedSound(SECONDS, at -> 5_000 + at + late[(int) at / 960]).measured();
        nothingIsMoved(all);
        for (Fidelity each : all) {
            assertThat(value(each, Fidelity::jitter)).isCloseTo(1 / Math.sqrt(12), within(0.1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4_000, 8_000, 12_000})
    void theBandwidthIsFound(int hertz) {
        for (Fidelity each : new DamagedSound(SECONDS, position(5_000))
                .filtered(side -> LowPass.of(side, hertz))
                .measured()) {
            double third = Math.pow(2, 1 / 3.0);
            assertThat(value(each, Fidelity::bandwidth)).isBetween(hertz / third, hertz * third * 1.02);
            holds(each.bandwidth(), hertz);
            holds(each.gain(), 0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-60, -50, -40, -30})
    void noiseIsFound(int decibels) {
        Random random = new Random(7);
        double level = Math.pow(10, decibels / 20.0);
        DamagedSound sound = new DamagedSound(SECONDS, position(5_000.5));
        for (int i = 0; i < sound.left().length; i++) {
            double noise = level * random.nextGaussian();
            sound.left()[i] += noise;
            sound.right()[i] += noise;
        }
        List<Fidelity> all = sound.measured();
        nothingIsMoved(all);
        double mean = all.stream()
                .mapToDouble(each -> value(each, Fidelity::noise))
                .average()
                .orElseThrow();
        assertThat(mean).isCloseTo(decibels, within(0.5));
        assertThat(all).allSatisfy(each -> holds(each.noise(), decibels));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.08, 0.11, 0.15})
    void whatIsCutOffIsCounted(double limit) {
        DamagedSound sound = new DamagedSound(SECONDS, position(5_000));
        double level = Math.round(limit * 32_768) / 32_768.0;
        int[] cut = new int[1];
        sound.changed(sample -> {
            cut[0] += Math.abs(sample) > level ? 1 : 0;
            return Math.max(-level, Math.min(level, sample));
        });
        double truth = 100.0 * cut[0] / (2.0 * SECONDS * RATE);
        double found = sum(sound.measured(), Fidelity::clipped) / SECONDS;
        assertThat(found).isCloseTo(truth, within(0.1 * truth));
    }

    @Test
    void levelsAreFound() {
        List<Fidelity> quiet = new DamagedSound(SECONDS, position(5_000))
                .changed(sample -> 0.5 * sample)
                .measured();
        assertThat(quiet).allSatisfy(each -> holds(each.gain(), -6.02));
        List<Fidelity> quieter = new DamagedSound(SECONDS, position(5_000))
                .changed(sample -> 0.05 * sample)
                .measured();
        assertThat(quieter).allSatisfy(each -> {
            holds(each.gain(), -26.02);
            assertThat(each.clipped().unknown()).startsWith("too quiet");
        });
    }

    @Test
    void sidesThatAreSwappedOrAlikeAreFound() {
        assertThat(new DamagedSound(SECONDS, position(5_000)).swapped().measured())
                .allSatisfy(each -> assertThat(value(each, Fidelity::sides)).isLessThan(-0.98));
        assertThat(new DamagedSound(SECONDS, position(5_000)).alike().measured())
                .allSatisfy(each -> holds(each.sides(), 0));
        FidelityMeter meter = new FidelityMeter(DamagedSound.PREPARED);
        double[] mono = new double[RATE];
        for (int i = 0; i < RATE; i++) {
            mono[i] = DamagedSound.SOUND.mono(i);
        }
        assertThat(meter.measure(HeardSecond.mono(mono), OptionalDouble.of(0))
                        .sides()
                        .unknown())
                .isEqualTo("the sound has one channel");
    }

    @Test
    void whatIsNotTheReferenceIsUnknown() {
        Random random = new Random(8);
        List<Fidelity> all = new DamagedSound(2, position(0))
                .changed(sample -> 0.1 * random.nextGaussian())
                .measured();
        assertThat(all).allSatisfy(each -> {
            assertThat(each.drift().unknown()).isEqualTo("the place of the sound is not known");
            assertThat(each.drift().value()).isNaN();
        });
        FidelityMeter meter = new FidelityMeter(DamagedSound.PREPARED);
        double[] noise = random.doubles(RATE, -0.1, 0.1).toArray();
        assertThat(meter.measure(HeardSecond.stereo(noise, noise), OptionalDouble.of(0))
                        .gain()
                        .unknown())
                .isEqualTo("not the reference sound");
    }
}
