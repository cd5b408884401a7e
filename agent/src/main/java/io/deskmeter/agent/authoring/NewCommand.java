package io.deskmeter.agent.authoring;

import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code workload new}. */
@Command(
        name = "new",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description = "Creates the folder of a workload, with a commented workload.yaml.")
final class NewCommand implements Callable<Integer> {
    @Parameters(paramLabel = "WORKLOAD", description = "Id of the new workload, for example office/visio.")
    private String id = "";

    @Option(
            names = "--like",
            paramLabel = "WORKLOAD",
            description =
                    "Id of a workload to begin with, for example office/writer: its operations, and the landmarks and"
                            + " the content that they name (default: opens and closes a program, without landmarks).")
    private @Nullable String like;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads (default: those of this program).")
    private @Nullable Path workloads;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path root = workloads == null ? AgentIdentity.shippedWorkloads() : workloads;
        NewWorkload created = new NewWorkload(WorkloadCatalog.open(root), id);
        int files = like == null ? created.minimal() : created.like(like);
        String folder =
                Path.of("").toAbsolutePath().equals(root.toAbsolutePath().getParent())
                        ? root.getFileName() + "/" + id
                        : root.resolve(id).toString();
        String option = workloads == null ? "" : " --workloads " + workloads;
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.printf(
                "created: %s, with workload.yaml%s%n",
                folder, like == null ? "" : ", like " + like + ": " + copied(files));
        out.printf("next:    edit %s/workload.yaml, from the top%n", folder);
        out.printf("then:    ./deskmeter workload lint %s%n", folder);
        out.printf("         ./deskmeter agent try %s%s --frames frames%n", id, option);
        out.flush();
        return 0;
    }

    private static String copied(int files) {
        return files + (files == 1 ? " file" : " files") + " of landmarks and content";
    }
}
