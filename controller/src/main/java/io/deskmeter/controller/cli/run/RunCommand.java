package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.InstallationFolders;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A run without a browser. */
@Command(
        description =
                "Runs a run profile and writes its report. Ctrl-C stops the run after the current operations; a second Ctrl-C aborts it.",
        mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "PROFILE.yaml", description = "File of a run profile.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path profile;

    @Mixin
    private final RunOptions options = new RunOptions();

    public RunCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        HeadlessRun.Document document = ProfileFile.read(profile);
        if (options.controller == null) {
            ProfileFile.requireUsable(document, InstallationFolders.workloads(options.workloads));
        }
        return new HeadlessRun(options, out, err).run(client -> document);
    }
}
