package io.deskmeter.bench.av.simulated;

import io.deskmeter.agent.clip.ClipFigures;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.sound.analysis.ReferenceSound;
import io.deskmeter.testkit.clip.SimulatedClip;
import io.deskmeter.workload.metric.MetricSource;
import java.util.List;
import java.util.function.UnaryOperator;

/** Check 8, its first part: frames that are missing, repeated or late, in virtual time. */
public final class FramesCheck implements AvCheck {
    private static final int CHECK = 8;
    private static final long MS = 1_000_000;
    private static final int SECONDS = 8;
    private static final int FIRST = 1;
    private static final int RATE = SimulatedClip.CLIP.framesPerSecond();
    private static final double FRAME_NANOS = 1e9 / RATE;
    private static final double PERCENT = 100;

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "frames that are missing, repeated or late";
    }

    @Override
    public void run(AvRun run) {
        run.say("check 8: frames in virtual time");
        shown(run, "every frame", clip -> clip, PERCENT);
        shown(run, "each 10th frame dropped", clip -> clip.frames(due -> number(due) % 10 == 3 ? -1 : due), 90);
        shown(run, "each 2nd frame repeated", clip -> clip.shows(number -> number - number % 2), 50);
        shown(run, "frames in turns one later", clip -> clip.shows(number -> number + 1 - 2 * (number % 2)), 50);
        for (int rate : List.of(24, 20, 15)) {
            shown(
                    run,
                    rate + " frames/s",
                    clip -> clip.frames(due -> at(number(due), rate, due)),
                    PERCENT * rate / RATE);
        }
        for (int millis : List.of(100, 190, 210, 400)) {
            freeze(run, millis);
        }
    }

    private static long number(long due) {
        return Math.round((due - 200.0 * MS) / FRAME_NANOS);
    }

    /** A source of fewer frames shows the latest one at each of its ticks. */
    private static long at(long number, int rate, long due) {
        long tick = Math.floorDiv(number * rate + RATE - 1, RATE);
        return tick * RATE / rate == number ? due : -1;
    }

    private void shown(AvRun run, String name, UnaryOperator<SimulatedClip> fault, double expectedPercent) {
        ClipFigures figures = FollowedClip.play(fault.apply(new SimulatedClip(sound)), SECONDS);
        List<SeriesValue> seconds = figures.of(MetricSource.VIDEO_FRAMES).subList(FIRST, SECONDS);
        double mean = seconds.stream().mapToDouble(SeriesValue::value).average().orElse(Double.NaN);
        // The beginning and the end of the whole cut one frame off at most.
        double frame = PERCENT / (RATE * seconds.size());
        add(run, name, seconds, mean, expectedPercent, frame + 1e-9);
    }

    private void freeze(AvRun run, int millis) {
        long since = 2_000 * MS;
        long to = since + millis * MS;
        SimulatedClip clip = new SimulatedClip(sound)
                .frames(due -> due <= since + MS ? due : due < to ? -1 : due < to + FRAME_NANOS ? to : due);
        List<SeriesValue> seconds =
                FollowedClip.play(clip, SECONDS).of(MetricSource.VIDEO_FREEZE).subList(FIRST, SECONDS);
        double all = seconds.stream().mapToDouble(SeriesValue::value).sum();
        add(run, "freeze of " + millis + " ms", seconds, all, millis < 200 ? 0 : millis / 10.0, 0.01);
    }

    private static void add(
            AvRun run, String name, List<SeriesValue> seconds, double found, double expected, double tolerance) {
        long unknown = seconds.stream().filter(second -> !second.isKnown()).count();
        run.add(new CheckRow(CHECK, name)
                .with("trials", seconds.size())
                .with("unknownPct", PERCENT * unknown / seconds.size())
                .with("expectedPct", expected)
                .with("foundPct", found)
                .passes(unknown == 0 && Math.abs(found - expected) <= tolerance, "exact"));
    }
}
