package io.deskmeter.agent.authoring;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code workload checksums}. */
@Command(
        name = "checksums",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description = "Prints the checksums of workloads, one in each line, for " + AcceptedWorkloads.OPTION
                + " of agents. A checksum is that of all files of a workload.")
final class ChecksumsCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "ID",
            description = "Workloads, for example office/writer (default: all of the folder).")
    private List<String> ids = List.of();

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        Map<String, String> all = WorkloadCatalog.open(workloads).checksums();
        for (String id : ids) {
            if (!all.containsKey(id)) {
                throw new IllegalArgumentException("workload: " + id + " (expected: one of " + workloads + ": "
                        + String.join(", ", all.keySet()) + ")");
            }
        }
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        all.forEach((id, checksum) -> {
            if (ids.isEmpty() || ids.contains(id)) {
                out.println(checksum + "  " + id);
            }
        });
        return 0;
    }
}
