package io.deskmeter.agent.authoring;

import io.deskmeter.agent.client.identity.AgentVersion;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code workload}: its subcommands do the work. */
@Command(
        name = "./deskmeter workload",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        subcommands = {NewCommand.class, LintCommand.class, ExportCommand.class, ChecksumsCommand.class},
        description =
                "Makes workloads, checks them without running them, exports them, prints their checksums, and calibrates them.")
public final class WorkloadCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                Objects.requireNonNull(spec).commandLine(),
                "no command (expected: new, lint, export, checksums or calibrate)");
    }
}
