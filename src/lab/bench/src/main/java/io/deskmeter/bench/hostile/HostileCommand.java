package io.deskmeter.bench.hostile;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.Installation;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OutOption;
import io.deskmeter.bench.SeedOption;
import io.deskmeter.bench.controller.BenchStore;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./deskmeter bench hostile}. */
@Command(
        name = "hostile",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Lets strangers connect to the ports for agents and people of other machines while simulated sessions work: mutated"
                        + " streams and requests, and connections that say nothing, too little or garbage. Measures the controller's memory,"
                        + " the answers that an honest user gets, and whether agents are disturbed, and prints the controller's counts.")
public final class HostileCommand implements Callable<Integer> {
    private static final int NOT_AS_PROMISED = 4;

    @Option(
            names = "--streams",
            paramLabel = "N",
            description =
                    "Number of connections that send something mutated, to each port about half of them (default: ${DEFAULT-VALUE}).")
    private int streams = 100_000;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description =
                    "Number of connections that are held open afterwards (default: ${DEFAULT-VALUE}). More than this number of"
                            + " files must be allowed: ulimit -n.")
    private int connections = 10_000;

    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "Number of agent processes (default: ${DEFAULT-VALUE}).")
    private int agents = 2;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "Number of sessions of all agents together (default: ${DEFAULT-VALUE}).")
    private int sessions = 20;

    @Mixin
    private final SeedOption seed = new SeedOption();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchStore store = new BenchStore();

    @Mixin
    private final Installation home = new Installation();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        HostilePlan plan = new HostilePlan(streams, connections, agents, sessions, seed.value(), home);
        terminal.say("seed " + seed.value());
        BenchReport report = new BenchReport("hostile", Machine.facts());
        try (store;
                HostileBench bench = HostileBench.open(plan, store, terminal::say);
                InterruptHook unused = terminal.endIfInterrupted(bench)) {
            bench.run();
            bench.rows().forEach(report::add);
            report.result(bench.result());
            terminal.show(report, out.folder());
            return bench.notAsPromised().isEmpty() ? 0 : NOT_AS_PROMISED;
        }
    }
}
