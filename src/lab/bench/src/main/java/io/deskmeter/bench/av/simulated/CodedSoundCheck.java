package io.deskmeter.bench.av.simulated;

import io.deskmeter.agent.clip.ClipFigures;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.file.FileCodec;
import io.deskmeter.bench.av.file.Pcm;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.workload.metric.MetricSource;
import java.io.IOException;
import java.util.List;

/** Check 4, its second part: codecs neither repeat nor leave out sound. What they do to it is told beside that. */
public final class CodedSoundCheck implements AvCheck {
    private static final int CHECK = 4;
    private static final List<MetricSource> ALARMS = List.of(
            MetricSource.SOUND_DROPOUT,
            MetricSource.SOUND_CONCEALED,
            MetricSource.SOUND_REPEATED,
            MetricSource.SOUND_REMOVED);

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "coded sound without faults";
    }

    @Override
    public void run(AvRun run) throws Exception {
        int seconds = run.trials(60, 6);
        // The codec may end early.
        short[] pcm = Pcm.of(sound, 0, (seconds + 1) * Pcm.RATE);
        for (FileCodec codec : FileCodec.values()) {
            run.say("check 4: " + codec.title());
            CheckRow row = new CheckRow(CHECK, "clean: " + codec.title());
            if (!codec.isAvailable()) {
                run.add(row.failed("ffmpeg is not installed"));
                continue;
            }
            try {
                add(run, row, heard(codec.coded(run.folder(), pcm), seconds));
            } catch (IOException e) {
                run.add(row.failed(String.valueOf(e.getMessage())));
            }
        }
    }

    private ClipFigures heard(short[] pcm, int seconds) {
        return FollowedClip.listen(new SimulatedClip(sound).samples(pcm), seconds);
    }

    private static void add(AvRun run, CheckRow row, ClipFigures figures) {
        List<SeriesValue> all =
                ALARMS.stream().flatMap(source -> figures.of(source).stream()).toList();
        long unknown = all.stream().filter(second -> !second.isKnown()).count();
        long wrong = all.stream().filter(second -> second.value() > 0).count();
        run.add(row.with("trials", all.size() / ALARMS.size())
                .with("unknownPct", 100.0 * unknown / all.size())
                .with("falseAlarms", wrong)
                .with("bandwidthHz", median(figures, MetricSource.SOUND_BANDWIDTH))
                .with("noiseDb", median(figures, MetricSource.SOUND_NOISE))
                .with("jitterMs", median(figures, MetricSource.SOUND_JITTER))
                .passes(unknown == 0 && wrong == 0, "nothing found, all known"));
    }

    private static double median(ClipFigures figures, MetricSource source) {
        double[] values = figures.of(source).stream()
                .filter(SeriesValue::isKnown)
                .mapToDouble(SeriesValue::value)
                .sorted()
                .toArray();
        return values.length == 0 ? Double.NaN : values[values.length / 2];
    }
}
