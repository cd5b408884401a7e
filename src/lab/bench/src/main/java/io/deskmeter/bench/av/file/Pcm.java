package io.deskmeter.bench.av.file;

import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.sound.simulated.Interpolator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.DoubleUnaryOperator;

/** Samples of 16 bits at 48 kHz, left and right in turns. */
public final class Pcm {
    public static final int RATE = LagFinder.WINDOW;
    public static final int FRAME_BYTES = 4;

    private static final double FULL_SCALE = 32_768;

    private Pcm() {}

    /**
     * The reference from a position on, which may lie between two samples.
     *
     * @param frames how many sample frames
     */
    public static short[] of(ReferenceSound sound, double from, int frames) {
        return at(sound, frame -> from + frame, frames);
    }

    /**
     * The reference at any positions.
     *
     * @param position for each sample frame
     */
    public static short[] at(ReferenceSound sound, DoubleUnaryOperator position, int frames) {
        Interpolator reference = new Interpolator(sound);
        short[] stereo = new short[2 * frames];
        for (int i = 0; i < frames; i++) {
            double at = position.applyAsDouble(i);
            stereo[2 * i] = (short) Math.round(reference.at(at, 0));
            stereo[2 * i + 1] = (short) Math.round(reference.at(at, 1));
        }
        return stereo;
    }

    /** The mean of both channels, −1 to 1. */
    static double[] mono(short[] stereo) {
        double[] mono = new double[stereo.length / 2];
        for (int i = 0; i < mono.length; i++) {
            mono[i] = (stereo[2 * i] + stereo[2 * i + 1]) / (2 * FULL_SCALE);
        }
        return mono;
    }

    /** Left and right, −1 to 1. */
    public static double[][] sides(short[] stereo) {
        double[][] sides = new double[2][stereo.length / 2];
        for (int i = 0; i < stereo.length; i++) {
            sides[i % 2][i / 2] = stereo[i] / FULL_SCALE;
        }
        return sides;
    }

    /** Of left and right, −1 to 1; what lies beyond is clipped. */
    public static short[] stereo(double[][] sides) {
        short[] stereo = new short[2 * sides[0].length];
        for (int i = 0; i < stereo.length; i++) {
            long value = Math.round(sides[i % 2][i / 2] * FULL_SCALE);
            stereo[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
        }
        return stereo;
    }

    /** Little endian, as in files without a head. */
    public static byte[] bytes(short[] stereo) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * stereo.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asShortBuffer().put(stereo);
        return bytes.array();
    }

    /** The samples of such bytes. */
    static short[] samples(byte[] bytes) {
        short[] stereo = new short[bytes.length / FRAME_BYTES * 2];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer().get(stereo);
        return stereo;
    }
}
