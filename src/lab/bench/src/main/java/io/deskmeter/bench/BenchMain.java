package io.deskmeter.bench;

import io.deskmeter.bench.av.AvCommand;
import io.deskmeter.bench.chaos.ChaosCommand;
import io.deskmeter.bench.compare.CompareCommand;
import io.deskmeter.bench.density.DensityCommand;
import io.deskmeter.bench.faults.FaultsCommand;
import io.deskmeter.bench.fleet.FleetCommand;
import io.deskmeter.bench.hostile.HostileCommand;
import io.deskmeter.bench.ingest.IngestCommand;
import io.deskmeter.bench.metrics.MetricsCommand;
import io.deskmeter.bench.pages.PagesCommand;
import io.deskmeter.bench.pairs.PairsCommand;
import io.deskmeter.bench.search.SearchCommand;
import io.deskmeter.bench.truth.TruthCommand;
import io.deskmeter.bench.ue.UeCommand;
import io.deskmeter.bench.vision.VisionCommand;
import io.deskmeter.bench.workloads.WorkloadsCommand;
import io.deskmeter.text.CommandLineErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./deskmeter bench NAME}. */
@Command(
        name = "./deskmeter bench",
        mixinStandardHelpOptions = true,
        subcommands = {
            TruthCommand.class,
            AvCommand.class,
            DensityCommand.class,
            VisionCommand.class,
            PairsCommand.class,
            MetricsCommand.class,
            SearchCommand.class,
            CompareCommand.class,
            FleetCommand.class,
            FaultsCommand.class,
            ChaosCommand.class,
            HostileCommand.class,
            IngestCommand.class,
            PagesCommand.class,
            WorkloadsCommand.class,
            UeCommand.class
        },
        description = "Benchmarks of Deskmeter itself. Each prints a table and writes bench-NAME.json.")
public final class BenchMain {
    private static final int INVALID_INPUT = 2;

    private BenchMain() {}

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    /** The command line of the program, not yet executed. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new BenchMain());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler(new CommandLineErrors("bench"));
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (!isInvalidInput(e)) {
                throw e;
            }
            command.getErr().println("bench: " + e.getMessage());
            return INVALID_INPUT;
        });
        return line;
    }

    private static boolean isInvalidInput(Exception e) {
        return e instanceof IllegalArgumentException || e instanceof IOException || e instanceof UncheckedIOException;
    }
}
