package io.deskmeter.bench.av;

import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.ReferenceSound;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.DoubleUnaryOperator;

/** Samples of 16 bits, stereo, 48 kHz, without a head. */
final class Pcm {
    static final int RATE = LagFinder.WINDOW;
    static final int FRAME_BYTES = 4;

    static final double FULL_SCALE = 32_768;
    private static final int REACH = 24;
    private static final double MICRO = 1e6;

    private Pcm() {}

    /**
     * The reference from a position on, which may lie between two samples.
     *
     * @param frames how many sample frames
     */
    static byte[] of(ReferenceSound sound, double from, int frames) {
        return at(sound, frame -> from + frame, frames);
    }

    /**
     * The reference at any positions, between two samples by a windowed sinc.
     *
     * @param position for each sample frame
     */
    static byte[] at(ReferenceSound sound, DoubleUnaryOperator position, int frames) {
        ByteBuffer bytes = ByteBuffer.allocate(frames * FRAME_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        double shift = Double.NaN;
        double[] taps = new double[0];
        for (int i = 0; i < frames; i++) {
            double at = position.applyAsDouble(i);
            long whole = (long) Math.floor(at);
            double part = Math.round((at - whole) * MICRO) / MICRO;
            if (part != shift) {
                shift = part;
                taps = taps(shift);
            }
            for (int channel = 0; channel < 2; channel++) {
                bytes.putShort((short) Math.round(between(sound, whole, channel, taps)));
            }
        }
        return bytes.array();
    }

    private static double between(ReferenceSound sound, long at, int channel, double[] taps) {
        double value = 0;
        for (int tap = 0; tap < taps.length; tap++) {
            value += taps[tap] * sound.sample(at + tap - REACH, channel);
        }
        return value;
    }

    private static double[] taps(double shift) {
        double[] taps = new double[2 * REACH + 1];
        for (int i = 0; i < taps.length; i++) {
            double x = i - REACH - shift;
            double sinc = x == 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
            taps[i] = sinc * (0.5 + 0.5 * Math.cos(Math.PI * x / (REACH + 1)));
        }
        return taps;
    }

    /** The mean of both channels, −1 to 1. */
    static double[] mono(byte[] pcm) {
        ByteBuffer bytes = ByteBuffer.wrap(pcm).order(ByteOrder.LITTLE_ENDIAN);
        double[] mono = new double[pcm.length / FRAME_BYTES];
        for (int i = 0; i < mono.length; i++) {
            mono[i] = (bytes.getShort() + bytes.getShort()) / (2 * FULL_SCALE);
        }
        return mono;
    }

    /** Left and right, −1 to 1. */
    static double[][] sides(byte[] pcm) {
        ByteBuffer bytes = ByteBuffer.wrap(pcm).order(ByteOrder.LITTLE_ENDIAN);
        double[][] sides = new double[2][pcm.length / FRAME_BYTES];
        for (int i = 0; i < sides[0].length; i++) {
            sides[0][i] = bytes.getShort() / FULL_SCALE;
            sides[1][i] = bytes.getShort() / FULL_SCALE;
        }
        return sides;
    }

    /** Of left and right, −1 to 1; what lies beyond is clipped. */
    static byte[] bytes(double[][] sides) {
        ByteBuffer bytes = ByteBuffer.allocate(sides[0].length * FRAME_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < sides[0].length; i++) {
            bytes.putShort(sample(sides[0][i])).putShort(sample(sides[1][i]));
        }
        return bytes.array();
    }

    private static short sample(double value) {
        return (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, Math.round(value * FULL_SCALE)));
    }
}
