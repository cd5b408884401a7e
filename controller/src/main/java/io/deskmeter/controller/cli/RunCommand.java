package io.deskmeter.controller.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A run without a browser. */
@Command(
        description = "Does the run of a profile and writes its report. Ctrl-C stops it cleanly, a second one at once.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "PROFILE.yaml", description = "a run profile")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path profile;

    @Mixin
    private final RunOptions options = new RunOptions();

    RunCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        Headless.Document document = ProfileFile.read(profile);
        return new Headless(options, out, err).run(client -> document);
    }
}
