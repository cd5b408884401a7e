package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.client.ControllerAddress;
import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.client.ControllerConnection;
import io.deskmeter.controller.cli.console.CommandException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of all commands that use a run profile: the controller and the accounts. */
class ConnectionOptions {
    @Option(
            names = "--controller",
            paramLabel = "URL",
            converter = ControllerAddress.class,
            description = "A running controller (default: this command starts what it needs on this machine).")
    @Nullable
    URI controller;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the secret of --controller, or with an API token (default: DESKMETER_TOKEN, DESKMETER_TOKEN_FILE, the"
                            + " login, else, for a controller on this machine, admin.token in its data folder).")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--authority",
            paramLabel = "SHA256|FILE",
            description =
                    "Fingerprint of the authority of a controller with https, as sha256:..., or a PEM file of certificates (default:"
                            + " DESKMETER_AUTHORITY, else that of the login).")
    @Nullable
    String authority;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder of the controller (default: ${sys:deskmeter.data:-data}).")
    @Nullable
    Path data;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description =
                    "Folder of workloads for the programs that this command starts (default: those of this program).")
    @Nullable
    Path workloads;

    @Option(
            names = "--accounts",
            paramLabel = "FILE",
            description =
                    "File with a set of accounts, .yaml or .csv. The profile refers to it by the file's name. Repeat it for several sets.")
    List<Path> accounts = List.of();

    /** The controller that is named. */
    ControllerClient client(URI address) throws CommandException {
        return ControllerClient.of(new ControllerConnection.Given(address, tokenFile, authority, data));
    }
}
