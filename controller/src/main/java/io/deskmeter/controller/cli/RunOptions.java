package io.deskmeter.controller.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What all commands that do a run have in common. */
final class RunOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "out",
            description = "where report.json, report.html, timings.csv and evidence go (${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path out;

    @Option(
            names = "--controller",
            paramLabel = "URL",
            description = "a controller that runs already; without it one is started here, with an agent")
    @Nullable
    URI controller;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the data directory of the controller that is started here (data)")
    @Nullable
    Path data;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "root of the workloads of the programs that are started here (workloads)")
    @Nullable
    Path workloads;

    @Option(
            names = "--accounts",
            paramLabel = "FILE",
            description =
                    "a set of accounts, .yaml or .csv, that the profile names by the file's name; may be given several times")
    List<Path> accounts = List.of();

    @Option(
            names = "--http-port",
            paramLabel = "N",
            defaultValue = "0",
            description = "of the controller that is started here (any free one)")
    int httpPort;
}
