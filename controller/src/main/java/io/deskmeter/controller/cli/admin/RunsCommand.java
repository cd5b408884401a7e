package io.deskmeter.controller.cli.admin;

import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.client.RunningController;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.ProgramLog;
import io.deskmeter.controller.cli.console.TextTable;
import io.deskmeter.controller.store.retention.DiskUsage;
import io.deskmeter.controller.store.retention.RetentionRules;
import io.deskmeter.controller.store.retention.RunDiskUsage;
import io.deskmeter.controller.transfer.FileKind;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the runs that a controller stores. */
@Command(
        description =
                "Lists, repeats, pins, exports, imports and deletes the runs of a controller, and sets which runs it keeps.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class RunsCommand implements Runnable {
    private static final double MEGABYTE = 1e6;

    private final PrintStream out;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final RunningController controller = new RunningController();

    public RunsCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "runs: none (expected: list, unfinished, again, delete, export, import, pin, unpin or keep; hint: --help)");
    }

    private ControllerClient client() throws CommandException {
        return controller.client();
    }

    @Command(
            description = "Lists all runs, newest first, with the disk space of each.",
            mixinStandardHelpOptions = true)
    int list() throws CommandException, InterruptedException {
        DiskUsage.Storage storage = client().storage();
        print(storage.runs());
        out.println(String.format(
                Locale.ROOT,
                "%d runs; store %s, images and computed files %s, free %s",
                storage.runs().size(),
                megabytes(storage.storeBytes()),
                megabytes(storage.filesBytes()),
                megabytes(storage.freeBytes())));
        return ExitCode.DONE;
    }

    @Command(
            description =
                    "Prints the ids of runs that have not ended, one a line, for scripts that must not disturb one.",
            mixinStandardHelpOptions = true)
    int unfinished() throws CommandException, InterruptedException {
        client().storage().runs().stream()
                .filter(run -> !run.ended())
                .map(RunDiskUsage::id)
                .forEach(out::println);
        return ExitCode.DONE;
    }

    @Command(
            description = "Starts a run with the run profile of another run and the current workloads.",
            mixinStandardHelpOptions = true)
    int again(@Parameters(paramLabel = "RUN", description = "Id of a run.") String id)
            throws CommandException, InterruptedException {
        String next = client().again(id);
        out.println("started: " + next);
        out.println(client().page("runs/" + next));
        return ExitCode.DONE;
    }

    @Command(
            description = "Deletes runs with their timings, images and computed files.",
            mixinStandardHelpOptions = true)
    int delete(@Parameters(arity = "1..*", paramLabel = "RUN", description = "Id of a finished run.") List<String> ids)
            throws CommandException, InterruptedException {
        for (String id : ids) {
            client().delete(id);
            out.println("deleted: " + id);
        }
        return ExitCode.DONE;
    }

    @Command(
            description =
                    "Writes a run that has ended as one file, with all that its report, pages and comparisons need.",
            mixinStandardHelpOptions = true)
    int export(
            @Parameters(paramLabel = "RUN", description = "Id of a run that has ended.") String id,
            @Option(
                            names = "--out",
                            paramLabel = "FILE",
                            required = true,
                            description = "File to write; must not be there yet.")
                    Path out)
            throws CommandException, InterruptedException {
        ProgramLog.likeControllers();
        NewFile file = NewFile.of("--out", out);
        ControllerClient client = client();
        file.write(FileKind.RUN, part -> client.export(id, part));
        this.out.println("exported: " + id + " to " + out);
        return ExitCode.DONE;
    }

    @Command(
            name = "import",
            description =
                    "Takes a run in from a file that export has written, of this controller or another one. It keeps its id.",
            mixinStandardHelpOptions = true)
    int importRun(@Parameters(paramLabel = "FILE", description = "File of export.") Path file)
            throws CommandException, InterruptedException {
        String id = client().importRun(file);
        out.println("imported: " + id);
        out.println(client().page("runs/" + id));
        return ExitCode.DONE;
    }

    @Command(description = "Pins runs, so that they cannot be deleted.", mixinStandardHelpOptions = true)
    int pin(@Parameters(arity = "1..*", paramLabel = "RUN", description = "Id of a run.") List<String> ids)
            throws CommandException, InterruptedException {
        return each(ids, "pin");
    }

    @Command(description = "Unpins runs.", mixinStandardHelpOptions = true)
    int unpin(@Parameters(arity = "1..*", paramLabel = "RUN", description = "Id of a run.") List<String> ids)
            throws CommandException, InterruptedException {
        return each(ids, "unpin");
    }

    private int each(List<String> ids, String how) throws CommandException, InterruptedException {
        for (String id : ids) {
            client().end(id, how);
            out.println(how + "ned: " + id);
        }
        return ExitCode.DONE;
    }

    @Command(
            description =
                    "Sets which runs the controller keeps, and deletes the others now and from now on. An option that is not given"
                            + " sets no limit. Pinned and unfinished runs are always kept.",
            mixinStandardHelpOptions = true)
    int keep(
            @Option(names = "--days", paramLabel = "N", description = "Keep runs that started within the last N days.")
                    @Nullable
                    Integer days,
            @Option(
                            names = "--runs",
                            paramLabel = "N",
                            description = "Keep the newest N runs, not counting pinned ones.")
                    @Nullable
                    Integer runs,
            @Option(
                            names = "--megabytes",
                            paramLabel = "N",
                            description = "Keep the newest runs that together take at most N megabytes.")
                    @Nullable
                    Long megabytes,
            @Option(names = "--dry-run", description = "Only list the runs that would be deleted.") boolean dryRun)
            throws CommandException, InterruptedException {
        RetentionRules rules = rules(days, runs, megabytes);
        List<RunDiskUsage> expired = client().expired(rules);
        print(expired);
        if (!dryRun) {
            client().keep(rules);
        }
        out.println(expired.size() + (dryRun ? " runs would be deleted" : " runs deleted"));
        return ExitCode.DONE;
    }

    private static RetentionRules rules(@Nullable Integer days, @Nullable Integer runs, @Nullable Long megabytes)
            throws CommandException {
        try {
            return new RetentionRules(days, runs, megabytes);
        } catch (IllegalArgumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    private void print(List<RunDiskUsage> runs) {
        if (!runs.isEmpty()) {
            new TextTable(out)
                    .print(
                            new String[] {"run", "began", "timings", "disk", "pinned", "title"},
                            runs.stream().map(RunsCommand::row).toList());
        }
    }

    private static String[] row(RunDiskUsage run) {
        return new String[] {
            run.id(),
            run.createdAt().toString(),
            run.ended() ? Integer.toString(run.timings()) : "running",
            megabytes(run.bytes()),
            run.pinned() ? "yes" : "",
            run.title()
        };
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / MEGABYTE);
    }
}
