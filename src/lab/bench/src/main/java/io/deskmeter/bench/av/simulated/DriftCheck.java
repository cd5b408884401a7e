package io.deskmeter.bench.av.simulated;

import io.deskmeter.agent.clip.ClipFigures;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.check.Errors;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;

/** Check 5: sound that is played too fast or too slowly, and a step of a second. */
public final class DriftCheck implements AvCheck {
    private static final int CHECK = 5;
    private static final List<Integer> DRIFTS = List.of(-300, -100, 0, 100, 300);
    private static final double MOST_ERROR = 5;
    private static final double MILLIS_PER_PERCENT = 10;
    private static final double MOST_STEP_ERROR = 2;

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "drift of the sound";
    }

    @Override
    public void run(AvRun run) {
        int seconds = run.trials(30, 4);
        for (int drift : DRIFTS) {
            run.say("check 5: " + drift + " ppm");
            drift(run, drift, seconds);
        }
        step(run);
    }

    private void drift(AvRun run, int drift, int seconds) {
        short[] pcm = Pcm.at(sound, frame -> frame * (1 + drift / 1e6), seconds * Pcm.RATE);
        Errors errors = new Errors();
        for (SeriesValue second : heard(pcm).of(MetricSource.SOUND_DRIFT)) {
            errors.add(second, drift);
        }
        boolean pass = errors.unknownPercent() == 0 && errors.magnitude(1) <= MOST_ERROR;
        run.add(new CheckRow(CHECK, "drift of " + drift + " ppm")
                .with(errors, "Ppm")
                .passes(pass, "all known, max <= 5 ppm"));
    }

    private ClipFigures heard(short[] pcm) {
        return FollowedClip.listen(new SimulatedClip(sound).samples(pcm), pcm.length / 2 / Pcm.RATE);
    }

    private void step(AvRun run) {
        run.say("check 5: a step of a second");
        short[] pcm = Pcm.at(sound, frame -> frame < 3.3 * Pcm.RATE ? frame : frame + Pcm.RATE, 8 * Pcm.RATE);
        ClipFigures figures = heard(pcm);
        double found = figures.of(MetricSource.SOUND_REMOVED).stream()
                        .filter(SeriesValue::isKnown)
                        .mapToDouble(SeriesValue::value)
                        .sum()
                * MILLIS_PER_PERCENT;
        run.add(new CheckRow(CHECK, "a second is left out")
                .with("trials", 1)
                .with("biasMs", found - 1_000)
                .passes(Math.abs(found - 1_000) <= MOST_STEP_ERROR, "found, ± 2 ms"));
    }
}
