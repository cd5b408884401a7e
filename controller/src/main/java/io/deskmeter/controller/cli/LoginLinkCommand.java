package io.deskmeter.controller.cli;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets a browser in. */
@Command(
        description =
                "Prints a link that opens the web pages of a running controller. It works once, in one browser, within an hour.",
        mixinStandardHelpOptions = true)
final class LoginLinkCommand implements Callable<Integer> {
    private final PrintStream out;

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

    LoginLinkCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        out.println(ControllerClient.of(controller, tokenFile, data).loginLink());
        return ExitCode.DONE;
    }
}
