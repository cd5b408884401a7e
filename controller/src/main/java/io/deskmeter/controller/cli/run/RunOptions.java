package io.deskmeter.controller.cli.run;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The common options of commands that execute a run. */
final class RunOptions extends ConnectionOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "out",
            description =
                    "Folder for report.html, report.json, junit.xml, timings.csv, samples.csv and evidence (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path out;

    @Option(names = "--no-check", description = "Start without the check.")
    boolean noCheck;

    @Option(
            names = "--http-port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port of the controller that this command starts (default: any free one).")
    int httpPort;
}
