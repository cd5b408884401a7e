package io.deskmeter.sound.analysis;

import io.deskmeter.sound.SoundFormat;
import java.util.Arrays;
import java.util.Random;

/**
 * A sound whose every second is unlike all others: a loop of notes, eight a second on each side, that glide between two
 * pitches of 300 to 3,400 Hz, and quieter ones of 4 to 16 kHz. The right side begins each note while one of the left
 * side sounds, so it is never silent. Tonal, because codecs may replace noise. Between 3.6 and 3.9 kHz there is
 * nothing. Immutable.
 */
public final class ReferenceSound {
    /** Of all reference sounds. */
    public static final SoundFormat FORMAT = SoundFormat.STEREO_48K;

    private static final int RATE = 48_000;
    private static final int CHANNELS = 2;
    private static final int NOTES_PER_SECOND = 8;
    private static final int NOTE_FRAMES = RATE * 110 / 1_000;
    private static final int EDGE_FRAMES = RATE / 100;
    private static final double BASE_LOW = 300;
    private static final double BASE_HIGH = 3_400;
    private static final double TREBLE_LOW = 4_000;
    private static final double TREBLE_HIGH = 16_000;
    private static final double TREBLE_LEVEL = 0.25;
    /** Root mean square of each side, −20 dB of full scale. */
    private static final double LEVEL = 0.1;

    private static final double FULL_SCALE = 32_767;

    private final short[][] samples;

    private ReferenceSound(short[][] samples) {
        this.samples = samples;
    }

    /**
     * Makes one.
     *
     * @param seed of its notes
     * @param seconds of the loop, 4 to 300
     */
    public static ReferenceSound of(long seed, int seconds) {
        if (seconds < 4 || seconds > 300) {
            throw new IllegalArgumentException("seconds: " + seconds + " (expected: 4 to 300)");
        }
        short[][] sides = new short[CHANNELS][];
        for (int side = 0; side < CHANNELS; side++) {
            Random random = new Random(seed * CHANNELS + side);
            double[] sound = new double[seconds * RATE];
            int slot = RATE / NOTES_PER_SECOND;
            for (int note = 0; note < seconds * NOTES_PER_SECOND; note++) {
                int start = note * slot + side * slot / CHANNELS;
                glide(sound, start, BASE_LOW, BASE_HIGH, 1, random);
                glide(sound, start, TREBLE_LOW, TREBLE_HIGH, TREBLE_LEVEL, random);
            }
            sides[side] = levelled(sound);
        }
        return new ReferenceSound(sides);
    }

    private static void glide(double[] sound, int start, double low, double high, double level, Random random) {
        double from = low * Math.pow(high / low, random.nextDouble());
        double to = low * Math.pow(high / low, random.nextDouble());
        double phase = 2 * Math.PI * random.nextDouble();
        for (int i = 0; i < NOTE_FRAMES; i++) {
            sound[(start + i) % sound.length] += level * edge(i) * Math.sin(phase);
            phase += 2 * Math.PI * (from + (to - from) * i / NOTE_FRAMES) / RATE;
        }
    }

    /** Notes begin and end softly, so that they stay within their band. */
    private static double edge(int frame) {
        int distance = Math.min(frame, NOTE_FRAMES - 1 - frame);
        return distance >= EDGE_FRAMES ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * distance / EDGE_FRAMES);
    }

    private static short[] levelled(double[] sound) {
        double square =
                Arrays.stream(sound).map(value -> value * value).average().orElse(1);
        double gain = LEVEL * FULL_SCALE / Math.sqrt(square);
        short[] samples = new short[sound.length];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (short) Math.round(gain * sound[i]);
        }
        return samples;
    }

    /** Sample frames of the loop. */
    public int frames() {
        return samples[0].length;
    }

    /**
     * A sample of the loop, which has no end and no beginning.
     *
     * @param position of the sample frame, also below 0 and beyond the loop
     * @param channel 0 left, 1 right
     */
    public short sample(long position, int channel) {
        return samples[channel][(int) Math.floorMod(position, (long) frames())];
    }

    /** The mean of both sides at a position, −1 to 1. */
    public double mono(long position) {
        return (sample(position, 0) + sample(position, 1)) / (2 * FULL_SCALE);
    }
}
