package io.deskmeter.controller.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which controller and which accounts: what all commands that deal with a run profile have in common. */
class PartyOptions {
    @Option(
            names = "--controller",
            paramLabel = "URL",
            description = "a controller that runs already; without it one is started here, with an agent")
    @Nullable
    URI controller;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "the file with the secret of --controller (DESKMETER_TOKEN_FILE, else, for a controller on this machine,"
                            + " admin.token in its data directory)")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "the data directory of the controller, here or on this machine (data)")
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

    /** The controller that is named. */
    ControllerClient client(URI address) throws CommandException {
        return ControllerClient.of(address, tokenFile, data);
    }
}
