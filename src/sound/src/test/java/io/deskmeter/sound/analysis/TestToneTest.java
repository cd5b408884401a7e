package io.deskmeter.sound.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestToneTest {
    private static final int HEAD = 44;

    /** A second with the tone from its middle on. */
    private static double[] played(double faster, double gain) {
        double[] heard = new double[48_000];
        ByteBuffer samples = ByteBuffer.wrap(TestTone.wave(600)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 20_000; i < heard.length; i++) {
            int frame = (int) ((i - 20_000) * faster);
            heard[i] = gain * samples.getShort(HEAD + 4 * Math.min(frame, 28_799)) / 32_768.0;
        }
        return heard;
    }

    @Test
    void theToneIsFoundAsItIs() {
        TestTone.Heard heard = TestTone.find(played(1, 1));
        assertThat(heard.hertz()).isCloseTo(1_000, within(0.5));
        assertThat(heard.decibels()).isCloseTo(-20, within(0.2));
        assertThat(heard.purity()).isGreaterThan(0.99);
        assertThat(heard.isSilent()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {44_100, 24_000, 16_000, 47_500})
    void aWrongRateChangesItsPitch(int rate) {
        assertThat(TestTone.find(played(rate / 48_000.0, 1)).hertz()).isCloseTo(rate / 48.0, within(1.5));
    }

    @Test
    void itsLevelIsFound() {
        assertThat(TestTone.find(played(1, 0.1)).decibels()).isCloseTo(-40, within(0.3));
        assertThat(TestTone.find(played(1, 0.001)).isSilent()).isTrue();
        assertThat(TestTone.find(new double[48_000])).isEqualTo(TestTone.Heard.NOTHING);
    }

    @Test
    void noiseIsNoTone() {
        double[] noise = new Random(1).doubles(48_000, -0.3, 0.3).toArray();
        assertThat(TestTone.find(noise).purity()).isLessThan(0.1);
    }
}
