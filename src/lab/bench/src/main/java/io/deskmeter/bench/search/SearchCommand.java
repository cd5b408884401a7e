package io.deskmeter.bench.search;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench search}. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures the accuracy and duration of the capacity search on simulated platforms with a known capacity.")
public final class SearchCommand implements Callable<Integer> {
    /** The strategies for platforms with a session limit. */
    private static final List<Strategy> OF_LIMITED =
            List.of(Strategy.FIND_MAX, Strategy.FIND_MAX_HINT, Strategy.WITHIN_20);

    private static final int PROGRESS_LINES = 20;

    @Option(
            names = "--platforms",
            paramLabel = "N",
            defaultValue = "500",
            description = "Number of platforms for each seed (default: ${DEFAULT-VALUE}).")
    private int platforms;

    @Option(
            names = "--seed",
            paramLabel = "N",
            split = ",",
            defaultValue = "1",
            description = "Seeds; the figures of several are pooled (default: ${DEFAULT-VALUE}).")
    private List<Long> seeds = List.of();

    @Option(
            names = "--limited",
            paramLabel = "N",
            defaultValue = "100",
            description = "Number of platforms for each seed that refuse sessions, kill them, or admit them slowly"
                    + " (default: ${DEFAULT-VALUE}).")
    private int limited;

    @Option(
            names = "--only",
            paramLabel = "STRATEGY",
            split = ",",
            description = "Any of ${COMPLETION-CANDIDATES} (default: all).")
    private Set<Strategy> only = EnumSet.allOf(Strategy.class);

    @Option(
            names = "--resume",
            paramLabel = "FILE",
            description =
                    "Write each searched platform to this file, and do not search again what an earlier command wrote there.")
    private @Nullable Path resume;

    @Option(names = "--misses", description = "Also list each search whose answer was off by more than 5 %%.")
    private boolean misses;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws IOException {
        OptionChecks.atLeast("--platforms", platforms, 1);
        OptionChecks.atLeast("--limited", limited, 0);
        SearchJournal journal = resume == null ? SearchJournal.NONE : SearchJournal.open(resume);
        List<SearchBench.Case> cases = new ArrayList<>();
        int uncertain = 0;
        List<Strategy> strategies = List.copyOf(EnumSet.copyOf(only));
        for (long seed : seeds) {
            SearchBench.Searched searched =
                    SearchBench.run(platforms, seed, strategies, progress("seed " + seed, platforms), journal);
            cases.addAll(searched.cases());
            uncertain += searched.uncertain();
        }
        BenchReport report = new BenchReport("search", Machine.facts());
        for (Strategy strategy : strategies) {
            List<SearchResult> found = found(cases, strategy);
            Map<String, @Nullable Object> row = SearchRow.of(strategy.label(), found);
            if (strategies.contains(Strategy.WEATHERVANE)) {
                SearchRow.compare(row, found, found(cases, Strategy.WEATHERVANE));
            }
            report.add(row);
        }
        limited(journal).forEach(report::add);
        PrintWriter print = terminal.out();
        report.print(print);
        print.println("seeds " + seeds + ", " + platforms
                + " platforms each; passed over because their true knee is not certain: " + uncertain);
        if (misses) {
            cases.forEach(one -> printMisses(one, print));
        }
        print.println(report.write(out.folder()));
        return 0;
    }

    /** The rows of platforms that carry only so many sessions at all, whatever their p95. */
    private List<Map<String, @Nullable Object>> limited(SearchJournal journal) {
        List<Strategy> strategies = OF_LIMITED.stream().filter(only::contains).toList();
        if (limited == 0 || strategies.isEmpty()) {
            return List.of();
        }
        List<SearchBench.Case> cases = new ArrayList<>();
        for (long seed : seeds) {
            Runnable progress = progress("seed " + seed + ", limited platforms", limited);
            cases.addAll(SearchBench.runLimited(limited, seed, strategies, progress, journal)
                    .cases());
        }
        return strategies.stream()
                .map(strategy -> SearchRow.of(strategy.label() + ", limited platforms", found(cases, strategy)))
                .toList();
    }

    /** Prints the progress, about twenty times. */
    private Runnable progress(String what, int all) {
        AtomicInteger done = new AtomicInteger();
        int step = Math.max(1, all / PROGRESS_LINES);
        return () -> {
            int searched = done.incrementAndGet();
            if (searched % step == 0 || searched == all) {
                terminal.say(what + ": " + searched + " of " + all);
            }
        };
    }

    private static List<SearchResult> found(List<SearchBench.Case> cases, Strategy strategy) {
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
