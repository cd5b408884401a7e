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
import java.util.Random;

/** Check 4: sound that is silent, repeated or left out, in virtual time, and an hour without faults. */
public final class MissingSoundCheck implements AvCheck {
    private static final int CHECK = 4;
    private static final List<Integer> LENGTHS = List.of(5, 10, 23, 46, 60, 200);
    private static final int SECONDS = 30;
    /** In each second one fault, not near its end: what is there is told with the next second. */
    private static final int FIRST_MILLIS = 10;

    private static final int LAST_MILLIS = 880;
    private static final double MILLIS_PER_PERCENT = 10;
    private static final double MOST_ERROR = 2;
    private static final double LEAST_RECALL = 99;
    private static final double PERCENT = 100;

    private final ReferenceSound sound = SimulatedClip.sound();

    @Override
    public String title() {
        return "sound that is missing";
    }

    @Override
    public void run(AvRun run) {
        for (SoundFault fault : SoundFault.values()) {
            for (int millis : LENGTHS) {
                run.say("check 4: " + fault.title() + " of " + millis + " ms");
                faults(run, fault, millis);
            }
        }
        clean(run);
    }

    private void faults(AvRun run, SoundFault fault, int millis) {
        Random random = run.random(CHECK);
        Errors errors = new Errors();
        int found = 0;
        int others = 0;
        int all = 0;
        for (int trial = 0; trial < run.trials(10, 1); trial++) {
            ClipFigures figures = FollowedClip.listen(faulty(fault, millis, random), SECONDS);
            for (SeriesValue second : figures.of(fault.metric()).subList(1, SECONDS)) {
                all++;
                found += second.value() > 0 ? 1 : 0;
                if (second.isKnown()) {
                    double uncertainty = second.uncertainty() * MILLIS_PER_PERCENT;
                    errors.add(second.value() * MILLIS_PER_PERCENT - millis, uncertainty);
                } else {
                    errors.unknown(second.unknown());
                }
            }
            others += fault.others().stream()
                    .mapToInt(other -> alarms(figures.of(other)))
                    .sum();
        }
        double recall = PERCENT * found / all;
        run.add(new CheckRow(CHECK, fault.title() + " of " + millis + " ms")
                .with(errors)
                .with("recallPct", recall)
                .with("falseAlarms", others)
                .passes(
                        recall >= LEAST_RECALL && errors.magnitude(0.99) <= MOST_ERROR && others == 0,
                        "recall >= 99 %, p99 <= 2 ms, nothing else found"));
    }

    /** One fault in each second but the first, at a random place in it. */
    private SimulatedClip faulty(SoundFault fault, int millis, Random random) {
        int length = Pcm.RATE * millis / 1_000;
        int[] starts = new int[SECONDS];
        for (int second = 0; second < SECONDS; second++) {
            starts[second] = Pcm.RATE * second
                    + Pcm.RATE / 1_000 * (FIRST_MILLIS + random.nextInt(LAST_MILLIS - FIRST_MILLIS - millis));
        }
        return new SimulatedClip(sound).sound((at, due) -> {
            int second = (int) Math.min(SECONDS - 1, at / Pcm.RATE);
            return second == 0 ? due : fault.position(at - starts[second], length, due, second - 1);
        });
    }

    private static int alarms(List<SeriesValue> seconds) {
        return (int) seconds.stream().filter(second -> second.value() > 0).count();
    }

    private void clean(AvRun run) {
        int seconds = run.trials(3_600, 60);
        run.say("check 4: " + seconds + " clean seconds");
        ClipFigures figures = FollowedClip.listen(new SimulatedClip(sound), seconds);
        int wrong = 0;
        long unknown = 0;
        for (MetricSource source : List.of(
                MetricSource.SOUND_DROPOUT,
                MetricSource.SOUND_CONCEALED,
                MetricSource.SOUND_REPEATED,
                MetricSource.SOUND_REMOVED)) {
            wrong += alarms(figures.of(source));
            unknown += figures.of(source).stream()
                    .filter(second -> !second.isKnown())
                    .count();
        }
        run.add(new CheckRow(CHECK, "clean: " + seconds + " s")
                .with("trials", seconds)
                .with("unknownPct", PERCENT * unknown / (4.0 * seconds))
                .with("falseAlarms", wrong)
                .passes(unknown == 0 && wrong == 0, "nothing found, all known"));
    }
}
