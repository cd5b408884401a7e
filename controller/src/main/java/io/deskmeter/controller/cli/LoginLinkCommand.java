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
                "Prints a link that opens the web pages of a running controller in one browser, once, within an hour.",
        mixinStandardHelpOptions = true)
final class LoginLinkCommand implements Callable<Integer> {
    private final PrintStream out;

    @Option(
            names = "--controller",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            description = "where it is (${DEFAULT-VALUE})")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private URI controller;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "the file with its secret (DESKMETER_TOKEN_FILE, else admin.token in its data directory)")
    private @Nullable Path tokenFile;

    @Option(names = "--data", paramLabel = "DIR", description = "its data directory (data)")
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
