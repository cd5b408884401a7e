package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.ProgramLog;
import io.deskmeter.controller.secrets.SecretsKeyFile;
import io.deskmeter.controller.transfer.FileKind;
import io.deskmeter.controller.transfer.SecretFiles;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Backs a running controller up. */
@Command(
        description =
                "Writes a backup of a running controller: its store as at one instant, with the pictures of its runs, without secrets.",
        mixinStandardHelpOptions = true)
public final class BackupCommand implements Callable<Integer> {
    private final PrintStream out;

    @Mixin
    private final RunningController controller = new RunningController();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            required = true,
            description = "File to write; must not be there yet.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--secrets",
            paramLabel = "FILE",
            description =
                    "Another file, for the secrets in the data folder, which must be on this machine: tokens, the authority of joined"
                            + " machines, account sets, and the key of both. Keep it apart: who has it is the controller (default: none).")
    private @Nullable Path secrets;

    public BackupCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        ProgramLog.likeControllers();
        NewFile backup = NewFile.of("--out", file);
        ControllerClient client = controller.client();
        backup.write(FileKind.BACKUP, client::backup);
        out.println("backup: " + file + ", complete and checked");
        if (secrets == null) {
            out.println("Secrets are not in it (--secrets FILE).");
        } else {
            try {
                SecretFiles.write(controller.data(), secrets.toAbsolutePath());
            } catch (IOException e) {
                throw CommandException.failed(FaultText.message(e));
            }
            out.println("secrets: " + secrets + "; keep this file apart from backups");
            if (!Files.exists(controller.data().resolve(SecretsKeyFile.NAME))) {
                out.println("The key of the controller's --secrets-key is not in it: keep that file, too.");
            }
        }
        return ExitCode.DONE;
    }
}
