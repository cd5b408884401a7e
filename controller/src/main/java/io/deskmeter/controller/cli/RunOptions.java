package io.deskmeter.controller.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What all commands that do a run have in common. */
final class RunOptions extends PartyOptions {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "out",
            description = "where report.json, report.html, timings.csv and evidence go (${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    Path out;

    @Option(names = "--no-check", description = "begin without checking the profile and all parties first")
    boolean noCheck;
}
