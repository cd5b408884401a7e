package io.deskmeter.bench.ingest;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.controller.BenchStore;
import io.deskmeter.bench.controller.TlsOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench ingest}. */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures how many timings and samples a second a controller stores during a run, in H2 and in PostgreSQL,"
                        + " whether each is stored exactly once, and how fast the same rows are stored without a controller.")
public final class IngestCommand implements Callable<Integer> {
    private static final int NOT_AS_EXPECTED = 4;

    @Option(
            names = "--store",
            split = ",",
            paramLabel = "STORE",
            defaultValue = BenchStore.H2 + "," + BenchStore.POSTGRESQL,
            description =
                    "Stores of the controller: h2, postgresql (starts a temporary server on this machine, with durable"
                            + " commits), or the JDBC URL of a PostgreSQL database (default: ${DEFAULT-VALUE}).")
    private List<String> stores = List.of();

    @Option(names = "--timings", paramLabel = "N", description = "Number of timings (default: ${DEFAULT-VALUE}).")
    private int timings = 400_000;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Number of samples of metrics (default: ${DEFAULT-VALUE}).")
    private int samples = 200_000;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description =
                    "Rows that are stored before, in every way, without taking the time (default: ${DEFAULT-VALUE}).")
    private int warmUp = 60_000;

    @Option(names = "--agents", paramLabel = "N", description = "Number of connections (default: ${DEFAULT-VALUE}).")
    private int agents = 4;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description =
                    "Timings and samples of a batch, which is stored in one transaction (default: ${DEFAULT-VALUE}, as agents"
                            + " with many sessions send them).")
    private int batch = 64;

    @Option(
            names = "--goal",
            paramLabel = "RATIO",
            description =
                    "Least ratio to COPY in batches of the same size that passes on PostgreSQL (default: a third).")
    private double goal = 1 / 3.0;

    @Mixin
    private final TlsOption tls = new TlsOption();

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final Installation home = new Installation();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        IngestPlan.Amount amount = new IngestPlan.Amount(timings, samples);
        IngestPlan plan =
                new IngestPlan(amount, amount.scaledTo(warmUp), agents, batch, tls.wanted(), goal, seed.value(), home);
        BenchReport report = new BenchReport("ingest", Machine.facts());
        List<IngestRow> rows = new ArrayList<>();
        for (String name : stores) {
            terminal.say(name.startsWith("jdbc:") ? BenchStore.POSTGRESQL : name);
            try (BenchStore store = BenchStore.of(name);
                    IngestBench bench = IngestBench.open(plan, store);
                    InterruptHook unused = terminal.endIfInterrupted(bench)) {
                rows.addAll(bench.run());
                report.result(bench.result());
            }
        }
        rows.forEach(row -> report.add(row.toMap()));
        terminal.show(report, out.folder());
        return rows.stream().allMatch(IngestRow::pass) ? 0 : NOT_AS_EXPECTED;
    }
}
