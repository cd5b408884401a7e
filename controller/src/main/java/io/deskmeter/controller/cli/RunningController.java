package io.deskmeter.controller.cli;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands for a controller that runs. */
final class RunningController {
    @Option(
            names = "--controller",
            paramLabel = "URL",
            converter = ControllerAddress.class,
            defaultValue = "http://127.0.0.1:8080",
            description = "The controller (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private URI controller;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the secret of the controller (default: DESKMETER_TOKEN_FILE, else admin.token in its data folder).")
    private @Nullable Path tokenFile;

    @Option(names = "--data", paramLabel = "DIR", description = "Data folder of the controller (default: data).")
    private @Nullable Path data;

    ControllerClient client() throws CommandException {
        return ControllerClient.of(controller, tokenFile, data);
    }

    /** Its data folder, where it is on this machine. */
    Path data() {
        return Installation.data(data);
    }
}
