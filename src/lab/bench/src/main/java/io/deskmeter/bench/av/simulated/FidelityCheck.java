package io.deskmeter.bench.av.simulated;

import io.deskmeter.agent.clip.ClipFigures;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.sound.simulated.LowPass;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;
import java.util.Random;
import java.util.function.DoublePredicate;

/** Check 6: sound that is narrower, noisier or cut off, or whose sides are wrong. */
public final class FidelityCheck implements AvCheck {
    private static final int CHECK = 6;
    private static final double THIRD_OCTAVE = Math.pow(2, 1 / 3.0);
    private static final double PERCENT = 100;
    private static final double FULL_SCALE = 32_768;

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "fidelity of the sound";
    }

    @Override
    public void run(AvRun run) {
        int seconds = run.trials(30, 4);
        run.say("check 6: " + seconds + " s of each case");
        for (int hertz : List.of(4_000, 8_000, 12_000)) {
            double[][] narrow = clean(seconds);
            narrow[0] = LowPass.of(narrow[0], hertz);
            narrow[1] = LowPass.of(narrow[1], hertz);
            add(
                    run,
                    "low-pass of " + hertz + " Hz",
                    narrow,
                    MetricSource.SOUND_BANDWIDTH,
                    found -> found >= hertz / THIRD_OCTAVE && found <= hertz * THIRD_OCTAVE,
                    "± a third octave");
        }
        for (int decibels : List.of(-60, -50, -40, -30)) {
            add(
                    run,
                    "noise of " + decibels + " dB",
                    noisy(run.random(CHECK), seconds, decibels),
                    MetricSource.SOUND_NOISE,
                    found -> Math.abs(found - decibels) <= 1,
                    "± 1 dB");
        }
        for (double limit : List.of(0.08, 0.11, 0.15)) {
            clipped(run, seconds, limit);
        }
        sides(run, seconds);
    }

    private double[][] clean(int seconds) {
        return Pcm.sides(Pcm.of(sound, 0.3, seconds * Pcm.RATE));
    }

    private double[][] noisy(Random random, int seconds, int decibels) {
        double[][] sides = clean(seconds);
        double level = Math.pow(10, decibels / 20.0);
        for (int i = 0; i < sides[0].length; i++) {
            double noise = level * random.nextGaussian();
            sides[0][i] += noise;
            sides[1][i] += noise;
        }
        return sides;
    }

    private ClipFigures heard(double[][] sides) {
        return FollowedClip.listen(new SimulatedClip(sound).samples(Pcm.stereo(sides)), sides[0].length / Pcm.RATE);
    }

    private void clipped(AvRun run, int seconds, double limit) {
        double[][] sides = clean(seconds);
        double level = Math.round(limit * FULL_SCALE) / FULL_SCALE;
        int[] cut = new int[seconds];
        for (double[] side : sides) {
            for (int i = 0; i < side.length; i++) {
                cut[i / Pcm.RATE] += Math.abs(side[i]) > level ? 1 : 0;
                side[i] = Math.max(-level, Math.min(level, side[i]));
            }
        }
        List<SeriesValue> found = heard(sides).of(MetricSource.SOUND_CLIPPING);
        int right = 0;
        for (int second = 0; second < seconds; second++) {
            double truth = PERCENT * cut[second] / (2.0 * Pcm.RATE);
            right += Math.abs(found.get(second).value() - truth) <= 0.1 * truth + 0.01 ? 1 : 0;
        }
        row(run, "cut off at " + limit + " of full scale", found, right, "± 10 %");
    }

    private void sides(AvRun run, int seconds) {
        add(run, "sides as they are", clean(seconds), MetricSource.SOUND_SIDES, found -> found > 0.9, "1");
        double[][] sides = clean(seconds);
        add(
                run,
                "sides swapped",
                new double[][] {sides[1], sides[0]},
                MetricSource.SOUND_SIDES,
                found -> found < -0.9,
                "-1");
        double[] mean = new double[sides[0].length];
        for (int i = 0; i < mean.length; i++) {
            mean[i] = (sides[0][i] + sides[1][i]) / 2;
        }
        add(
                run,
                "both sides alike",
                new double[][] {mean, mean},
                MetricSource.SOUND_SIDES,
                found -> Math.abs(found) < 0.1,
                "0");
    }

    private void add(
            AvRun run, String name, double[][] sides, MetricSource source, DoublePredicate right, String limit) {
        List<SeriesValue> found = heard(sides).of(source);
        row(
                run,
                name,
                found,
                found.stream().filter(second -> right.test(second.value())).count(),
                limit);
    }

    private static void row(AvRun run, String name, List<SeriesValue> found, long right, String limit) {
        long unknown = found.stream().filter(second -> !second.isKnown()).count();
        double mean = found.stream()
                .filter(SeriesValue::isKnown)
                .mapToDouble(SeriesValue::value)
                .average()
                .orElse(Double.NaN);
        run.add(new CheckRow(CHECK, name)
                .with("trials", found.size())
                .with("unknownPct", PERCENT * unknown / found.size())
                .with("meanFigure", mean)
                .with("rightPct", PERCENT * right / found.size())
                .passes(right == found.size(), "each second " + limit));
    }
}
