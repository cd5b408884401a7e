package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.ProgramLog;
import io.deskmeter.controller.cli.service.StoreOptions;
import io.deskmeter.controller.store.engine.StoreLocation;
import io.deskmeter.controller.transfer.InvalidFileException;
import io.deskmeter.controller.transfer.StoreRestore;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a data folder from a backup. */
@Command(
        description =
                "Makes a data folder from a backup, for a controller that is to take the place of the one that was backed up.",
        mixinStandardHelpOptions = true)
public final class RestoreCommand implements Callable<Integer> {
    private final PrintStream out;

    @Parameters(paramLabel = "FILE", description = "File of ./deskmeter backup.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            required = true,
            description = "Data folder to make; must be empty, or not there yet.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path data;

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            description =
                    "File of ./deskmeter backup --secrets (default: none; the controller draws new secrets; if machines had joined, it starts once with --new-authority, and they join again).")
    private @Nullable Path secrets;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    public RestoreCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException {
        ProgramLog.likeControllers();
        StoreLocation shared = store.location();
        try {
            StoreRestore.Restored restored = StoreRestore.restore(file, secrets, data, shared, Instant.now());
            out.println("restored: store " + restored.store() + " of " + restored.madeAt() + " in " + data + ", "
                    + restored.files() + " files");
            out.println("Start: ./deskmeter controller --data " + data + (shared == null ? "" : " --store URL"));
            if (secrets == null) {
                out.println(
                        "If machines had joined, start it once with --new-authority, too: the authority by which they know the controller"
                                + " is in no backup without --secrets, so all of them join again.");
            }
            return ExitCode.DONE;
        } catch (InvalidFileException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandException.failed(FaultText.message(e));
        }
    }
}
