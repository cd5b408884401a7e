package io.deskmeter.bench.search;

import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Expect;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench search}. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "How near the capacity search comes to the true knee of simulated platforms, and in how many minutes.")
public final class SearchCommand implements Callable<Integer> {
    @Option(
            names = "--platforms",
            paramLabel = "N",
            defaultValue = "500",
            description = "How many platforms (default: ${DEFAULT-VALUE}).")
    private int platforms;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Equal seeds give equal figures (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--misses", description = "Also list every search that was off by more than 5 %.")
    private boolean misses;

    @Option(names = "--out", paramLabel = "DIR", description = "For bench-search.json (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of(".");

    @Mixin
    private final Terminal terminal = new Terminal();

    @Override
    public Integer call() throws IOException {
        Expect.atLeast("--platforms", platforms, 1);
        SearchBench.Searched searched = SearchBench.run(platforms, seed, List.of(Strategy.values()));
        List<SearchBench.Case> cases = searched.cases();
        BenchReport report = new BenchReport("search", Machine.facts());
        for (Strategy strategy : Strategy.values()) {
            report.add(SearchRow.of(strategy.label(), found(cases, strategy)));
        }
        PrintWriter print = terminal.out();
        report.print(print);
        print.println("seed " + seed + ", " + platforms
                + " platforms; passed over because their true knee is not certain: " + searched.uncertain());
        if (misses) {
            cases.forEach(one -> printMisses(one, print));
        }
        print.println(report.write(out));
        return 0;
    }

    private static List<Found> found(List<SearchBench.Case> cases, Strategy strategy) {
        return cases.stream()
                .map(one -> Objects.requireNonNull(one.found().get(strategy)))
                .toList();
    }

    private static void printMisses(SearchBench.Case one, PrintWriter print) {
        one.found().forEach((strategy, found) -> {
            if (!found.close()) {
                print.println(String.format(
                        Locale.ROOT,
                        "%s: platform %d holds %d, found %d %s in %.0f min: %s",
                        strategy.label(),
                        one.seed(),
                        found.knee(),
                        found.capacity(),
                        found.interval(),
                        found.minutes(),
                        String.join(", ", found.path())));
            }
        });
    }
}
