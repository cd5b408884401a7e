package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.check.CheckServer;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.InstallationFolders;
import io.deskmeter.controller.cli.console.ProgramLog;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.link.server.LinkException;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Loads what starts of this program load, for the launcher, which has Java archive it: the classes of a check without a
 * controller, of a controller with an agent, and of a client of its REST.
 */
@Command(hidden = true, description = "Loads what starts of this program load: for the launcher.")
public final class ClassArchiveCommand implements Callable<Integer> {
    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "PROFILE.yaml", description = "File of a run profile.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path profile;

    @Mixin
    private final RunOptions options = new RunOptions();

    public ClassArchiveCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        HeadlessRun.Document document = ProfileFile.read(profile);
        Path folder = OutputFolder.prepare(options.out).root();
        CheckPrinter printer = new CheckPrinter(out, err);
        // Before the controller, whose own logging takes the place of this one.
        ProgramLog.to(folder.resolve("check.log"));
        try (CheckServer server = CheckServer.start(
                folder,
                new SecretsKey(SecretsKey.random()),
                ProfileFile.catalog(InstallationFolders.workloads(options.workloads)))) {
            printer.ended(
                    server.check(document.name(), document.yaml(), printer, CompletableFuture.completedFuture(null)));
        } catch (IOException | LinkException e) {
            throw CommandException.failed(FaultText.message(e));
        }
        try (LocalDeployment pair = LocalDeployment.start(options, folder, err)) {
            CheckReport report =
                    new CheckRunner(pair.client()).check(document, List.of(), pair.agent(), CheckReport::readable);
            printer.ended(report);
        }
        return ExitCode.DONE;
    }
}
