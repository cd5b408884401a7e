package io.deskmeter.bench.pages;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.pages.PagesPlan.Part;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench pages}. */
@Command(
        name = "pages",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures the web pages in a real browser: size and time of the first view, how fast the results of a"
                        + " million timings open and respond, and the frame rate and memory of the page of a live run of a thousand"
                        + " sessions. Writes bench-pages-first.json, bench-pages-results.json, bench-pages-live.json and"
                        + " screenshots.")
public final class PagesCommand implements Callable<Integer> {
    @Option(
            names = "--part",
            paramLabel = "PART",
            split = ",",
            description = "Any of ${COMPLETION-CANDIDATES} (default: all).")
    private @Nullable Set<Part> parts;

    @Option(
            names = "--timings",
            paramLabel = "N",
            description = "Approximate number of timings of the large run (default: ${DEFAULT-VALUE}).")
    private int timings = 1_000_000;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description =
                    "Number of sessions of the large run's last load point and of the live run (default: ${DEFAULT-VALUE}).")
    private int sessions = 1000;

    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "Number of agents of the live run (default: ${DEFAULT-VALUE}).")
    private int agents = 20;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description = "Duration of the live run's measurement (default: ${DEFAULT-VALUE}).")
    private double minutes = 12;

    @Option(
            names = "--think",
            paramLabel = "MS",
            description = "Mean think time of the live run (default: ${DEFAULT-VALUE}).")
    private int think = 5000;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder for the controller's data with the large run; an existing one is used again"
                    + " (default: a temporary folder).")
    private @Nullable Path data;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for files and screenshots (default: the current folder).")
    private Path out = Path.of(".");

    @Mixin
    private final Installation home = new Installation();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        PagesPlan plan = new PagesPlan(
                parts == null ? EnumSet.allOf(Part.class) : parts,
                timings,
                sessions,
                agents,
                Duration.ofMillis(Math.round(minutes * 60_000)),
                Duration.ofMillis(think),
                seed.value(),
                data,
                home,
                out);
        Map<String, Object> machine = Machine.facts();
        Map<String, BenchReport> reports = new LinkedHashMap<>();
        try (PagesBench bench = PagesBench.of(plan);
                InterruptHook unused = terminal.endIfInterrupted(bench)) {
            bench.run(name -> reports.computeIfAbsent(name, of -> new BenchReport(of, machine)));
        } finally {
            // Figures from before a failure are written, too.
            printReports(reports);
        }
        return 0;
    }

    private void printReports(Map<String, BenchReport> reports) throws IOException {
        PrintWriter table = terminal.out();
        for (BenchReport report : reports.values()) {
            table.println(report.write(out));
            report.print(table);
        }
    }
}
