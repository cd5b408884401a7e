package io.deskmeter.sound.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FftTest {
    @Test
    void equalsTheDefinition() {
        int size = 64;
        Random random = new Random(1);
        double[] real = random.doubles(size).toArray();
        double[] imaginary = random.doubles(size).toArray();
        double[] re = real.clone();
        double[] im = imaginary.clone();
        new Fft(size).forward(re, im);
        for (int k = 0; k < size; k++) {
            double sumRe = 0;
            double sumIm = 0;
            for (int n = 0; n < size; n++) {
                double turn = -2 * Math.PI * k * n / size;
                sumRe += real[n] * Math.cos(turn) - imaginary[n] * Math.sin(turn);
                sumIm += real[n] * Math.sin(turn) + imaginary[n] * Math.cos(turn);
            }
            assertThat(re[k]).isCloseTo(sumRe, within(1e-11));
            assertThat(im[k]).isCloseTo(sumIm, within(1e-11));
        }
        new Fft(size).backward(re, im);
        for (int n = 0; n < size; n++) {
            assertThat(re[n] / size).isCloseTo(real[n], within(1e-13));
            assertThat(im[n] / size).isCloseTo(imaginary[n], within(1e-13));
        }
    }

    @Test
    void onlyPowersOfTwo() {
        assertThatThrownBy(() -> new Fft(12)).hasMessageContaining("size: 12 (expected: a power of two");
    }
}
