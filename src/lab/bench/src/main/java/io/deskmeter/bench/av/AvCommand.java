package io.deskmeter.bench.av;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.CleanupHook;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.av.check.AvCheck;
import io.deskmeter.bench.av.check.AvRun;
import io.deskmeter.bench.av.check.CheckRow;
import io.deskmeter.bench.av.file.FilesCheck;
import io.deskmeter.bench.av.file.ScaledFramesCheck;
import io.deskmeter.bench.av.live.ClipTruthCheck;
import io.deskmeter.bench.av.live.CostCheck;
import io.deskmeter.bench.av.live.LiveDelayCheck;
import io.deskmeter.bench.av.live.ManyClientsCheck;
import io.deskmeter.bench.av.live.ScriptedCheck;
import io.deskmeter.bench.av.live.WitnessCheck;
import io.deskmeter.bench.av.simulated.CodedSoundCheck;
import io.deskmeter.bench.av.simulated.DriftCheck;
import io.deskmeter.bench.av.simulated.FidelityCheck;
import io.deskmeter.bench.av.simulated.FramesCheck;
import io.deskmeter.bench.av.simulated.MissingSoundCheck;
import io.deskmeter.screen.program.PrivateFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench av}. */
@Command(
        name = "av",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the error and the cost of what is measured of sound and picture, with sounds and frames of known times.",
            "The checks are explained in docs/how-it-works/sound.md."
        })
public final class AvCommand implements Callable<Integer> {
    /** Exit code: a check has failed to run. */
    private static final int FAILED = 4;

    private static final Map<Integer, List<Supplier<AvCheck>>> CHECKS = checks();

    @Option(
            names = "--checks",
            paramLabel = "N",
            split = ",",
            description =
                    "Any of 1 files, 2 live delays, 3 skew, 4 missing sound, 5 drift, 6 fidelity, 8 frames, 9 witness, 13 cost (default: all).")
    private List<Integer> numbers = List.copyOf(CHECKS.keySet());

    @Option(names = "--quick", description = "Few trials: only to see that it works.")
    private boolean quick;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final Installation installation = new Installation();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    private static Map<Integer, List<Supplier<AvCheck>>> checks() {
        Map<Integer, List<Supplier<AvCheck>>> checks = new LinkedHashMap<>();
        checks.put(1, List.of(FilesCheck::new));
        checks.put(2, List.of(LiveDelayCheck::new, ScriptedCheck::new));
        checks.put(3, List.of(ClipTruthCheck::new));
        checks.put(4, List.of(MissingSoundCheck::new, CodedSoundCheck::new));
        checks.put(5, List.of(DriftCheck::new));
        checks.put(6, List.of(FidelityCheck::new));
        checks.put(8, List.of(FramesCheck::new, ScaledFramesCheck::new));
        checks.put(9, List.of(WitnessCheck::new));
        checks.put(13, List.of(CostCheck::new, ManyClientsCheck::new));
        return checks;
    }

    @Override
    public Integer call() throws Exception {
        for (int number : numbers) {
            if (!CHECKS.containsKey(number)) {
                throw new IllegalArgumentException("check: " + number + " (expected: one of " + CHECKS.keySet() + ")");
            }
        }
        BenchReport report = new BenchReport("av", Machine.facts());
        Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "dma");
        Path clip = installation.workloads().resolve("av/sync/content/clip.mp4");
        List<String> failed = new ArrayList<>();
        try (CleanupHook cleaner = new CleanupHook(() -> PrivateFolder.remove(folder))) {
            AvRun run = new AvRun(folder, quick, seed.value(), clip, report::add, terminal::say, cleaner);
            for (int number : numbers) {
                for (Supplier<AvCheck> check : CHECKS.getOrDefault(number, List.of())) {
                    work(number, check.get(), run, failed);
                }
            }
        }
        terminal.show(report, out.folder());
        return failed.isEmpty() ? 0 : FAILED;
    }

    /** The rows of the other checks are not lost if one fails. */
    private void work(int number, AvCheck check, AvRun run, List<String> failed) throws InterruptedException {
        try {
            check.run(run);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            terminal.say("check " + number + ", " + check.title() + ": failed: " + e);
            run.add(new CheckRow(number, check.title()).failed(String.valueOf(e.getMessage())));
            failed.add(check.title());
        }
    }
}
