package io.deskmeter.bench.av.file;

import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.check.Errors;
import io.deskmeter.sound.analysis.Lag;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Check 1: random delays of coded files, found without knowing anything before. */
public final class FilesCheck implements AvCheck {
    private static final int CHECK = 1;
    private static final double EARLIEST = -0.5;
    private static final double LATEST = 15;
    private static final int TRIALS = 300;
    private static final int FEW = 12;
    /** Codecs take time to begin, and to end. */
    private static final int MARGIN = Pcm.RATE;

    private static final double NANOS_PER_MILLI = 1e6;

    private record Trial(int at, double delay) {}

    @Override
    public String title() {
        return "delays of files";
    }

    @Override
    public void run(AvRun run) throws Exception {
        ReferenceSound sound = SimulatedClip.sound();
        LagFinder finder = new LagFinder(sound);
        for (FileCodec codec : FileCodec.values()) {
            run.say("check 1: " + codec.title());
            CheckRow row = new CheckRow(CHECK, codec.title());
            if (!codec.isAvailable()) {
                run.add(row.failed("ffmpeg is not installed"));
                continue;
            }
            try {
                Errors errors = delays(run, codec, sound, finder);
                boolean pass = errors.unknownPercent() == 0 && errors.magnitude(1) <= codec.limitMillis();
                run.add(row.with(errors).passes(pass, "all known, max <= " + codec.limitMillis() + " ms"));
            } catch (IOException e) {
                run.add(row.failed(String.valueOf(e.getMessage())));
            }
        }
        foreign(run, finder);
    }

    private static Errors delays(AvRun run, FileCodec codec, ReferenceSound sound, LagFinder finder)
            throws IOException, InterruptedException {
        Random random = run.random(CHECK);
        double shift = random.nextDouble();
        double[] heard = Pcm.mono(codec.coded(run.folder(), Pcm.of(sound, shift, sound.frames() + 2 * MARGIN)));
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < run.trials(TRIALS, FEW); i++) {
            int at = MARGIN + random.nextInt(heard.length - 3 * MARGIN);
            trials.add(new Trial(at, EARLIEST + (LATEST - EARLIEST) * random.nextDouble()));
        }
        Errors errors = new Errors();
        trials.parallelStream().forEach(trial -> {
            double position = trial.at + shift;
            long expected = Math.round(position + trial.delay * Pcm.RATE);
            double truth = (expected - position) * 1_000 / Pcm.RATE;
            Lag lag = finder.find(Arrays.copyOfRange(heard, trial.at, trial.at + Pcm.RATE), expected);
            add(lag, truth, errors);
        });
        return errors;
    }

    private static void add(Lag lag, double truthMillis, Errors errors) {
        if (lag instanceof Lag.Known known) {
            errors.add(known.nanos() / NANOS_PER_MILLI - truthMillis, known.uncertainty() / NANOS_PER_MILLI);
        } else if (lag instanceof Lag.Unknown unknown) {
            errors.unknown(unknown.reason());
        }
    }

    /** What is not the clip's sound must be unknown. */
    private static void foreign(AvRun run, LagFinder finder) {
        for (ForeignSound kind : ForeignSound.values()) {
            run.say("check 1: " + kind.title());
            Random random = run.random(CHECK);
            List<double[]> seconds = new ArrayList<>();
            for (int i = 0; i < run.trials(TRIALS, FEW); i++) {
                seconds.add(kind.second(random));
            }
            long found = seconds.parallelStream()
                    .filter(second -> finder.find(second, 0) instanceof Lag.Known)
                    .count();
            run.add(new CheckRow(CHECK, "foreign: " + kind.title())
                    .with("trials", seconds.size())
                    .with("unknownPct", 100.0 * (seconds.size() - found) / seconds.size())
                    .passes(found == 0, "all unknown"));
        }
    }
}
