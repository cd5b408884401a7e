package io.deskmeter.agent.clip;

import io.deskmeter.agent.evidence.recorder.NotedSecond;
import io.deskmeter.agent.evidence.recorder.SecondRecorder;
import io.deskmeter.agent.evidence.recorder.SoundAround;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.sound.analysis.LagFinder;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Looks at each second of a clip when its sound is known, and has the worst one recorded with what was heard and seen
 * around it.
 */
final class WorstSecondFinder {
    private static final long SECOND = 1_000_000_000;
    private static final double FRAMES_PER_NANO = LagFinder.WINDOW / 1e9;
    private static final List<MetricSource> SOURCES = List.of(
            MetricSource.AV_SKEW, MetricSource.SOUND_DROPOUT, MetricSource.VIDEO_FREEZE, MetricSource.VIDEO_FRAMES);

    private final SecondRecorder recorder;
    private int looked;

    WorstSecondFinder(SecondRecorder recorder) {
        this.recorder = recorder;
    }

    /** Looks at what has become known since the last time. */
    void look(ClipFollower follower) {
        while (looked < follower.analysedSeconds()) {
            look(follower, looked++);
        }
    }

    private void look(ClipFollower follower, int second) {
        List<SeriesValue> values = values(follower.figures(second + 1), second);
        SoundWindow.Heard heard =
                follower.window().heard(follower.from(second) - SECOND, follower.from(second) + 2 * SECOND);
        double badness = SecondBadness.of(values, heard.samples().length > 0);
        if (recorder.wants(badness)) {
            recorder.keep(noted(follower, second, values, heard, badness));
        }
    }

    private static List<SeriesValue> values(ClipFigures figures, int second) {
        return SOURCES.stream().map(source -> figures.of(source, second)).toList();
    }

    private static NotedSecond noted(
            ClipFollower follower, int second, List<SeriesValue> values, SoundWindow.Heard heard, double badness) {
        List<String> missing = new ArrayList<>();
        SoundSecond sound = follower.second(second);
        if (heard.samples().length == 0) {
            missing.add("No sound: " + (follower.noSound().isEmpty() ? sound.unknown() : follower.noSound()));
        } else if (sound.position().isEmpty()) {
            missing.add("No sound of the clip to compare with: " + sound.unknown());
        }
        if (!follower.noFrames().isEmpty()) {
            missing.add("No frame was read: " + follower.noFrames());
        }
        return new NotedSecond(
                second + 1,
                follower.from(second),
                follower.from(second + 1),
                badness,
                figures(values),
                follower.place().map(List::of).orElse(List.of()),
                around(sound, heard),
                missing);
    }

    private static List<String> figures(List<SeriesValue> values) {
        List<String> figures = new ArrayList<>();
        for (int i = 0; i < SOURCES.size(); i++) {
            Metric metric = SOURCES.get(i).metric();
            SeriesValue value = values.get(i);
            figures.add(metric.id() + ": "
                    + (value.isKnown()
                            ? String.format(
                                    Locale.ROOT, "%.1f %s ± %.1f", value.value(), metric.unit(), value.uncertainty())
                            : "unknown: " + value.unknown()));
        }
        return figures;
    }

    private static @Nullable SoundAround around(SoundSecond sound, SoundWindow.Heard heard) {
        if (heard.samples().length == 0) {
            return null;
        }
        if (sound.position().isEmpty()) {
            return new SoundAround(LagFinder.WINDOW, heard.startAt(), heard.samples(), new float[0], List.of());
        }
        long before = Math.round((sound.startAt() - heard.startAt()) * FRAMES_PER_NANO);
        long position = Math.round(sound.position().getAsDouble()) - before;
        return new SoundAround(
                LagFinder.WINDOW,
                heard.startAt(),
                heard.samples(),
                SoundAnalysis.reference(position, heard.samples().length),
                SoundAnalysis.dropouts(heard.samples(), position));
    }
}
