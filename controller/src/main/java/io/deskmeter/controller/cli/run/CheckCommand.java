package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.check.CheckListener;
import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.cli.console.InstallationFolders;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.controller.secrets.SecretsKeyFile;
import io.deskmeter.text.FaultText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Runs the check only. */
@Command(
        description =
                "Checks a run profile, the controller, the agents and the targets, without changing anything. Exit code: 0 if a"
                        + " run can start, 3 if it cannot, 2 if the file is not a run profile.",
        mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final PrintStream out;
    private final PrintStream err;

    @Parameters(paramLabel = "PROFILE.yaml", description = "File of a run profile.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path profile;

    @Option(names = "--json", description = "Print only the findings, as JSON.")
    private boolean json;

    @Mixin
    private final ConnectionOptions options = new ConnectionOptions();

    public CheckCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
        HeadlessRun.Document document = ProfileFile.read(profile);
        if (options.controller == null && !json) {
            ProfileFile.requireReadable(document, InstallationFolders.workloads(options.workloads));
        }
        CheckReport report = json ? check(document, finding -> {}) : printed(document);
        if (json) {
            out.println(JSON.writeValueAsString(report));
        }
        if (!report.readable()) {
            return ExitCode.INVALID_INPUT;
        }
        return report.passed() ? ExitCode.DONE : ExitCode.CHECK_FAILED;
    }

    private CheckReport printed(HeadlessRun.Document document) throws CommandException, InterruptedException {
        CheckPrinter printer = new CheckPrinter(out, err);
        CheckReport report = check(document, printer);
        printer.ended(report);
        return report;
    }

    private CheckReport check(HeadlessRun.Document document, CheckListener listener)
            throws CommandException, InterruptedException {
        if (options.controller != null) {
            CheckReport report = new CheckRunner(options.client(options.controller))
                    .check(document, options.accounts, null, CheckReport::readable);
            listener.planned(report.figures());
            report.findings().forEach(listener::found);
            return report;
        }
        Path data = InstallationFolders.data(options.data);
        try (CheckFolder folder = CheckFolder.below(data)) {
            return new LocalCheck(InstallationFolders.workloads(options.workloads), folder.root(), key(data), err)
                    .check(document, options.accounts, listener);
        } catch (IOException e) {
            throw CommandException.input("--data: " + data.resolve("check") + " cannot be used: " + FaultText.reason(e)
                    + " (expected: a folder this user may write)");
        }
    }

    private static SecretsKey key(Path data) throws CommandException {
        try {
            return SecretsKeyFile.open(data, InstallationFolders.secretsKey(null));
        } catch (IOException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }
}
