package io.deskmeter.controller.cli.client;

import io.deskmeter.controller.cli.console.CommandException;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of commands that only the machine of the controller may use, with the secret in its data folder: no login is
 * for them.
 */
public final class LocalController {
    @Option(
            names = "--controller",
            paramLabel = "URL",
            converter = ControllerAddress.class,
            description = "The controller of this machine, also after a login (default: http://127.0.0.1:8080).")
    private URI controller = ControllerConnection.LOCAL;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the secret of the controller (default: DESKMETER_TOKEN_FILE, else admin.token in its data folder).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder of the controller (default: ${sys:deskmeter.data:-data}).")
    private @Nullable Path data;

    public ControllerClient client() throws CommandException {
        if ("https".equals(controller.getScheme())) {
            throw CommandException.input("--controller: " + controller
                    + " (expected: http and an address of this machine, because only the secret of the controller's own machine opens"
                    + " its pages without a name and a password; hint: open " + controller
                    + " in a browser and log in)");
        }
        return ControllerClient.of(new ControllerConnection.Given(controller, tokenFile, null, data));
    }
}
