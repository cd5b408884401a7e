package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.InstallationFolders;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of commands for a controller that runs. */
public final class RunningController {
    @Option(
            names = "--controller",
            paramLabel = "URL",
            converter = ControllerAddress.class,
            scope = ScopeType.INHERIT,
            description = "The controller (default: that of the last ./deskmeter login, else http://127.0.0.1:8080).")
    private @Nullable URI controller;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description =
                    "File with the secret of the controller, or with an API token (default: DESKMETER_TOKEN, DESKMETER_TOKEN_FILE,"
                            + " the login, else, for a controller on this machine, admin.token in its data folder).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--authority",
            paramLabel = "SHA256|FILE",
            scope = ScopeType.INHERIT,
            description =
                    "Fingerprint of the authority of a controller with https, as sha256:..., or a PEM file of certificates (default:"
                            + " DESKMETER_AUTHORITY, else that of the login).")
    private @Nullable String authority;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Data folder of the controller (default: ${sys:deskmeter.data:-data}).")
    private @Nullable Path data;

    public ControllerClient client() throws CommandException {
        return ControllerClient.of(new ControllerConnection.Given(controller, tokenFile, authority, data));
    }

    /** Its data folder, where it is on this machine. */
    public Path data() {
        return InstallationFolders.data(data);
    }
}
