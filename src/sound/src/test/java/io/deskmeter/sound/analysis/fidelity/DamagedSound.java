package io.deskmeter.sound.analysis.fidelity;

import io.deskmeter.sound.analysis.Lag;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.PreparedReference;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.sound.simulated.Interpolator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/** Some seconds of the reference with known damage, and what is found of them. */
final class DamagedSound {
    static final int RATE = 48_000;
    static final ReferenceSound SOUND = ReferenceSound.of(1, 18);
    static final PreparedReference PREPARED = new PreparedReference(SOUND);
    /** The position of silence. */
    static final double SILENCE = Double.NaN;

    private static final double FULL_SCALE = 32_768;
    private static final LagFinder LAGS = new LagFinder(PREPARED);

    private final double[] left;
    private final double[] right;

    /**
     * Samples of both sides.
     *
     * @param position of the reference for each sample frame, which may lie between two samples
     */
    DamagedSound(int seconds, DoubleUnaryOperator position) {
        left = new double[seconds * RATE];
        right = new double[seconds * RATE];
        Interpolator sound = new Interpolator(SOUND);
        for (int i = 0; i < left.length; i++) {
            double at = position.applyAsDouble(i);
            left[i] = Double.isNaN(at) ? 0 : sound.at(at, 0) / FULL_SCALE;
            right[i] = Double.isNaN(at) ? 0 : sound.at(at, 1) / FULL_SCALE;
        }
    }

    double[] left() {
        return left;
    }

    double[] right() {
        return right;
    }

    /** Changes all samples of a side at once. */
    DamagedSound filtered(UnaryOperator<double[]> filter) {
        System.arraycopy(filter.apply(left), 0, left, 0, left.length);
        System.arraycopy(filter.apply(right), 0, right, 0, right.length);
        return this;
    }

    /** Changes each sample; of both sides alike. */
    DamagedSound changed(DoubleUnaryOperator sample) {
        return filtered(side -> {
            double[] changed = new double[side.length];
            for (int i = 0; i < side.length; i++) {
                changed[i] = sample.applyAsDouble(side[i]);
            }
            return changed;
        });
    }

    DamagedSound swapped() {
        for (int i = 0; i < left.length; i++) {
            double was = left[i];
            left[i] = right[i];
            right[i] = was;
        }
        return this;
    }

    DamagedSound alike() {
        for (int i = 0; i < left.length; i++) {
            double mean = (left[i] + right[i]) / 2;
            left[i] = mean;
            right[i] = mean;
        }
        return this;
    }

    /** What is found, second by second. */
    List<Fidelity> measured() {
        FidelityMeter meter = new FidelityMeter(PREPARED);
        OptionalDouble before = OptionalDouble.empty();
        List<Fidelity> all = new ArrayList<>();
        for (int second = 0; second < left.length / RATE; second++) {
            double[] l = Arrays.copyOfRange(left, second * RATE, (second + 1) * RATE);
            double[] r = Arrays.copyOfRange(right, second * RATE, (second + 1) * RATE);
            HeardSecond heard = HeardSecond.stereo(l, r);
            OptionalDouble position = place(heard.mono(), before, second);
            all.add(meter.measure(heard, position));
            before = position;
        }
        return all;
    }

    /** As an agent does: near the place of the second before, if that is known. */
    private static OptionalDouble place(double[] mono, OptionalDouble before, int second) {
        long expected = before.isPresent() ? Math.round(before.getAsDouble()) + RATE : (long) second * RATE;
        Lag lag = before.isPresent() ? LAGS.find(mono, expected, new Lag.Known(0, 0, 1)) : LAGS.find(mono, expected);
        if (!(lag instanceof Lag.Known known)) {
            return OptionalDouble.empty();
        }
        double place = expected - known.nanos() * RATE / 1e9;
        double loop = SOUND.frames();
        return OptionalDouble.of(expected - place > loop / 2 ? place + loop : place);
    }
}
