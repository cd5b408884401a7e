package io.deskmeter.sound.analysis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A tone that tells whether sound comes through, how loud it is, and at which rate: 1,000 Hz, −20 dB of full scale. */
public final class TestTone {
    /** Its pitch in hertz. */
    public static final double HERTZ = 1_000;
    /** Its level in decibels of full scale, as root mean square. */
    public static final double DECIBELS = -20;

    private static final int RATE = 48_000;
    private static final int FRAME_BYTES = 4;
    private static final int HEAD = 44;
    private static final double FULL_SCALE = 32_767;
    private static final double AMPLITUDE = Math.sqrt(2) * Math.pow(10, DECIBELS / 20);
    /** A third of a second, in which the pitch is found within 0.1 Hz. */
    private static final int PIECE = 16_384;
    /** How far around its highest line the power of a tone may lie, in lines of the spectrum. */
    private static final int AROUND = 4;
    /** −60 dB of full scale. */
    private static final double LEAST_POWER = 1e-6;

    private TestTone() {}

    /**
     * A tone that was heard.
     *
     * @param hertz its pitch
     * @param decibels its level, of full scale, as root mean square
     * @param purity the share of all that was heard, 0 to 1
     */
    public record Heard(double hertz, double decibels, double purity) {
        /** Nothing. */
        public static final Heard NOTHING = new Heard(0, Double.NEGATIVE_INFINITY, 0);

        public boolean isSilent() {
            return hertz == 0;
        }
    }

    /** The tone as a WAV file: 16 bits, stereo, 48 kHz. */
    public static byte[] wave(int millis) {
        int frames = RATE / 1_000 * millis;
        ByteBuffer bytes = ByteBuffer.allocate(HEAD + frames * FRAME_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(HEAD - 8 + frames * FRAME_BYTES);
        bytes.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII))
                .putInt(16)
                .putShort((short) 1)
                .putShort((short) 2);
        bytes.putInt(RATE)
                .putInt(RATE * FRAME_BYTES)
                .putShort((short) FRAME_BYTES)
                .putShort((short) 16);
        bytes.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(frames * FRAME_BYTES);
        for (int i = 0; i < frames; i++) {
            short sample = (short) Math.round(FULL_SCALE * AMPLITUDE * Math.sin(2 * Math.PI * HERTZ * i / RATE));
            bytes.putShort(sample).putShort(sample);
        }
        return bytes.array();
    }

    /**
     * Finds a tone in the loudest third of a second.
     *
     * @param heard mono, −1 to 1, 48 kHz, at least a third of a second
     */
    public static Heard find(double[] heard) {
        if (heard.length < PIECE) {
            throw new IllegalArgumentException("heard: " + heard.length + " samples (expected: " + PIECE + " or more)");
        }
        double[] real = loudest(heard);
        double power = Arrays.stream(real).map(x -> x * x).average().orElse(0);
        if (power < LEAST_POWER) {
            return Heard.NOTHING;
        }
        double[] imaginary = new double[PIECE];
        for (int i = 0; i < PIECE; i++) {
            real[i] *= 0.5 - 0.5 * Math.cos(2 * Math.PI * i / PIECE);
        }
        new Fft(PIECE).forward(real, imaginary);
        double[] lines = new double[PIECE / 2];
        for (int k = 1; k < lines.length; k++) {
            lines[k] = real[k] * real[k] + imaginary[k] * imaginary[k];
        }
        return tone(lines, power);
    }

    private static Heard tone(double[] lines, double power) {
        double[] decibels =
                Arrays.stream(lines).map(line -> Math.log10(line + 1e-30)).toArray();
        Fit.Peak peak = Fit.peak(decibels);
        int middle = (int) Math.round(peak.at());
        double near = 0;
        for (int k = Math.max(0, middle - AROUND); k <= Math.min(lines.length - 1, middle + AROUND); k++) {
            near += lines[k];
        }
        double purity = near / Math.max(Arrays.stream(lines).sum(), 1e-30);
        return new Heard(peak.at() * RATE / PIECE, 10 * Math.log10(power * purity), purity);
    }

    private static double[] loudest(double[] heard) {
        int best = 0;
        double highest = -1;
        for (int from = 0; from + PIECE <= heard.length; from += PIECE / 8) {
            double power = 0;
            for (int i = 0; i < PIECE; i++) {
                power += heard[from + i] * heard[from + i];
            }
            if (power > highest) {
                highest = power;
                best = from;
            }
        }
        return Arrays.copyOfRange(heard, best, best + PIECE);
    }
}
