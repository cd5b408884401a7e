package io.deskmeter.bench.workloads;

import io.deskmeter.bench.BenchConsole;
import io.deskmeter.bench.BenchReport;
import io.deskmeter.bench.InterruptHook;
import io.deskmeter.bench.Machine;
import io.deskmeter.bench.OptionChecks;
import io.deskmeter.bench.OutOption;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./deskmeter bench workloads}. */
@Command(
        name = "workloads",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Measures what an iteration of each workload costs the machine of the session: CPU, memory, disk and display protocol.")
public final class WorkloadsCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "WORKLOAD",
            arity = "0..*",
            description = "Ids of workloads (default: all of this program).")
    private List<String> ids = new ArrayList<>();

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Iterations of each, after one that does not count (default: ${DEFAULT-VALUE}).")
    private int iterations = 3;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final BenchConsole terminal = new BenchConsole();

    @Override
    public Integer call() throws Exception {
        OptionChecks.atLeast("iterations", iterations, 1);
        WorkloadCatalog catalog = WorkloadCatalog.open(Path.of(System.getProperty("deskmeter.home", "."), "workloads"));
        List<Workload> workloads = new ArrayList<>();
        for (String id : ids.isEmpty() ? catalog.ids() : ids) {
            workloads.add(catalog.load(id));
        }
        BenchReport report = new BenchReport("workloads", Machine.facts());
        Path folder = PrivateFolder.createIn(Path.of(System.getProperty("java.io.tmpdir")), "dmw");
        try (InterruptHook unused = terminal.endIfInterrupted(() -> PrivateFolder.remove(folder));
                WorkloadsBench bench = new WorkloadsBench(iterations)) {
            for (int i = 0; i < workloads.size(); i++) {
                terminal.say(workloads.get(i).id());
                report.add(bench.measure(workloads.get(i), folder.resolve(Integer.toString(i)))
                        .row());
            }
        } finally {
            PrivateFolder.remove(folder);
        }
        terminal.show(report, out.folder());
        return 0;
    }
}
