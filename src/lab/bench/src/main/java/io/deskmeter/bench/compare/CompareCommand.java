package io.deskmeter.bench.compare;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench compare}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures how often `compare` calls equal runs different, and what differences it finds, on simulated runs whose true differences are"
                    + " known.",
            "The columns are explained in docs/reference/benchmarks.md."
        })
public final class CompareCommand implements Callable<Integer> {
    private static final int FEW = 40;
    private static final int NOT_PASSED = 4;
    private static final List<Integer> SESSIONS = List.of(1, 2, 5, 50);
    private static final List<Double> BETWEEN_RUNS = List.of(0.0, 0.03, 0.06);
    private static final List<Double> RATIOS = List.of(1.05, 1.1, 1.2);

    @Option(
            names = "--comparisons",
            paramLabel = "N",
            defaultValue = "500",
            description = "Number of comparisons for each row and seed (default: ${DEFAULT-VALUE}).")
    private int comparisons;

    @Option(
            names = "--seed",
            paramLabel = "N",
            split = ",",
            defaultValue = "1",
            description = "Seeds; the figures of several are pooled (default: ${DEFAULT-VALUE}).")
    private List<Long> seeds = List.of();

    @Option(
            names = "--sessions",
            paramLabel = "N",
            split = ",",
            description = "Numbers of sessions (default: 1,2,5,50).")
    private List<Integer> sessions = SESSIONS;

    @Option(names = "--quick", description = "40 comparisons for each row: only to see that it works.")
    private boolean quick;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws IOException {
        OptionChecks.atLeast("--comparisons", comparisons, 1);
        sessions.forEach(number -> OptionChecks.atLeast("--sessions", number, 1));
        CompareRows rows = new CompareRows(seeds, quick ? Math.min(FEW, comparisons) : comparisons);
        BenchReport report = new BenchReport("compare", Machine.facts());
        boolean passed = true;
        for (int number : sessions) {
            for (CompareCase runs : CompareCase.ALL) {
                for (double betweenRuns : BETWEEN_RUNS) {
                    SimulatedRuns simulated = new SimulatedRuns(number, betweenRuns);
                    passed &= add(report, rows.equal(runs, simulated));
                    for (double ratio : RATIOS) {
                        passed &= add(report, rows.power(runs, simulated, ratio));
                    }
                }
                terminal.say(number + " session(s), " + runs.words() + ": done");
            }
        }
        report.result(Map.of("seeds", seeds.toString(), "pass", passed));
        terminal.show(report, out.folder());
        return passed ? 0 : NOT_PASSED;
    }

    private static boolean add(BenchReport report, Map<String, @Nullable Object> row) {
        report.add(row);
        return Boolean.TRUE.equals(row.get("pass"));
    }
}
