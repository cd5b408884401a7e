package io.deskmeter.bench.ue;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.testkit.golden.Codec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench ue}. */
@Command(
        name = "ue",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Checks what is measured of drags and scrolling against simulated displays with known delays, jitter and dropped moves, through lossless and"
                        + " lossy pictures, and what reading the frames costs.")
public final class UeCommand implements Callable<Integer> {
    private static final List<Double> DELAYS = List.of(0.0, 20.0, 50.0, 150.0, 500.0);
    private static final List<Double> JITTERS = List.of(0.0, 20.0, 80.0);
    private static final List<Double> DROPPED = List.of(0.0, 0.1, 0.5);
    private static final List<String> QUICK_CODECS = List.of("raw", "tight-jpeg-5");
    private static final int MOVES = 300;
    private static final int QUICK_MOVES = 60;
    private static final int SPEED = 240;
    private static final int TRIALS = 200;

    @Option(names = "--quick", description = "Two codecs and fewer moves: only to see that it works.")
    private boolean quick;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws IOException {
        BenchReport report = new BenchReport("ue", Machine.facts());
        SplittableRandom random = new SplittableRandom(seed.value());
        for (DisplayCase display : displays()) {
            report.add(new DragCheck(display, quick ? QUICK_MOVES : MOVES, SPEED, random.split()).row());
        }
        for (Codec codec : codecs()) {
            report.add(ScrollCheck.row(codec, quick ? TRIALS / 10 : TRIALS, random.split()));
        }
        CostCheck.rows().forEach(report::add);
        terminal.show(report, out.folder());
        return 0;
    }

    /** All delays, jitters and losses without loss of the picture; through each codec one of them. */
    private List<DisplayCase> displays() {
        List<DisplayCase> displays = new ArrayList<>();
        for (double delay : DELAYS) {
            for (double jitter : JITTERS) {
                for (double dropped : DROPPED) {
                    displays.add(new DisplayCase(Codec.raw(), delay, jitter, dropped));
                }
            }
        }
        codecs().forEach(codec -> displays.add(new DisplayCase(codec, 50, 20, 0.1)));
        return displays;
    }

    private List<Codec> codecs() {
        return Codec.all().stream()
                .filter(codec -> !quick || QUICK_CODECS.contains(codec.name()))
                .toList();
    }
}
