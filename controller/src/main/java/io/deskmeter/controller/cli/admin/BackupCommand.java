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
import io.deskmeter.text.PeerText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
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
        String store = secrets == null ? "" : storeOfSecrets(secrets);
        ControllerClient client = controller.client();
        NewFile backup = NewFile.of("--out", file);
        backup.write(FileKind.BACKUP, client::backup, header -> {
            // The last login, or an option, may name a controller of another machine: these secrets open nothing of it.
            if (!store.isEmpty() && !store.equals(header.store())) {
                throw CommandException.input("--secrets: " + controller.data() + " is of the store " + store
                        + ", and the controller " + client.page(".") + " is of the store "
                        + PeerText.line(String.valueOf(header.store()))
                        + " (expected: the data folder of the controller that is backed up; hint: --data DIR for that folder,"
                        + " or --controller URL for the controller of this one)");
            }
        });
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

    /** Before the backup, which may take long: what stands against the second file. */
    private String storeOfSecrets(Path to) throws CommandException {
        if (isFileOfBackup(to)) {
            throw CommandException.input("--secrets: " + to
                    + " is the file of --out (expected: another one, because who has the secrets is the controller)");
        }
        try {
            SecretFiles.requireWritable(controller.data(), to);
            return SecretFiles.store(controller.data());
        } catch (IOException e) {
            throw CommandException.input(FaultText.message(e));
        }
    }

    private boolean isFileOfBackup(Path to) {
        Path one = file.toAbsolutePath().normalize();
        Path other = to.toAbsolutePath().normalize();
        try {
            return Objects.equals(one.getFileName(), other.getFileName())
                    && Files.isSameFile(one.resolveSibling("."), other.resolveSibling("."));
        } catch (IOException e) {
            // A folder that is not there, which is refused for that.
            return false;
        }
    }
}
