package io.deskmeter.agent.authoring;

import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.session.app.ContentFolders;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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

/** {@code workload export}. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description =
                "Writes what sessions without a desktop agent launch: the content of workloads, and a script that starts"
                        + " each application.")
final class ExportCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "WORKLOAD", description = "Ids of workloads, for example office/writer.")
    private List<String> ids = List.of();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "Folder to write to; folders of these workloads in it are replaced.")
    private @Nullable Path out;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads (default: those of this program).")
    private @Nullable Path workloads;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Path folder = Objects.requireNonNull(out);
        WorkloadCatalog catalog =
                WorkloadCatalog.open(workloads == null ? AgentIdentity.shippedWorkloads() : workloads);
        Map<Workload, String> scripts = new LinkedHashMap<>();
        for (String id : ids) {
            Workload workload = catalog.load(id);
            scripts.put(workload, LaunchScript.of(workload));
        }
        PrintWriter printed = Objects.requireNonNull(spec).commandLine().getOut();
        for (Map.Entry<Workload, String> script : scripts.entrySet()) {
            Path written = write(
                    script.getKey(),
                    script.getValue(),
                    folder.resolve(script.getKey().id()));
            printed.printf("written: %s%n", written);
        }
        printed.printf("written: %s%n", Files.writeString(folder.resolve(LaunchScript.END_FILE), LaunchScript.end()));
        printed.printf("next:    put %s on the desktops, and name it there as `content` of the target%n", folder);
        printed.flush();
        return 0;
    }

    private static Path write(Workload workload, String script, Path to) throws IOException {
        ContentFolders.delete(to);
        Files.createDirectories(to);
        if (Files.isDirectory(workload.folder().resolve("content"))) {
            ContentFolders.copy(workload.folder().resolve("content"), to.resolve("content"));
        }
        return Files.writeString(to.resolve(LaunchScript.FILE), script);
    }
}
