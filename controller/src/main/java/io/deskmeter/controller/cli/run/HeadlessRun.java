package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.ExitCode;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.controller.run.fact.RunState;
import io.deskmeter.controller.run.view.RunSnapshot;
import io.deskmeter.text.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Executes a run from the command line, from the profile to the files of the report. */
final class HeadlessRun {
    private static final int RECONNECTS = 15;
    private static final Duration BETWEEN = Duration.ofSeconds(2);

    private final RunOptions options;
    private final PrintStream out;
    private final PrintStream err;
    private final AtomicReference<@Nullable RunSnapshot> latest = new AtomicReference<>();

    /** A profile and how messages call it. */
    record Document(String name, String yaml) {}

    /** Says what to run. */
    interface Source {
        Document document(ControllerClient client) throws CommandException, InterruptedException;
    }

    HeadlessRun(RunOptions options, PrintStream out, PrintStream err) {
        this.options = options;
        this.out = out;
        this.err = err;
    }

    /** Does the run; returns the exit code. */
    int run(Source source) throws CommandException, InterruptedException {
        OutputFolder folder = OutputFolder.prepare(options.out);
        if (options.controller != null) {
            return drive(source, options.client(options.controller), folder, null);
        }
        try (LocalDeployment pair = LocalDeployment.start(options, folder.root(), err)) {
            return drive(source, pair.client(), folder, pair);
        }
    }

    /** @param pair that was started for this, null with another controller */
    private int drive(Source source, ControllerClient client, OutputFolder folder, @Nullable LocalDeployment pair)
            throws CommandException, InterruptedException {
        Process agent = pair == null ? null : pair.agent();
        Document document = source.document(client);
        if (!checked(document, client, agent)) {
            return ExitCode.CHECK_FAILED;
        }
        InterruptHandler.Ending ending =
                new InterruptHandler.Ending((run, how) -> InterruptHandler.end(client, run, how, err), err);
        InterruptHandler.install(ending);
        String id = client.start(document.name(), document.yaml());
        ending.started(id);
        out.println("Live page: " + client.page("runs/" + id));
        if (pair != null) {
            out.println(pair.open("/runs/" + id, options.data));
        }
        if (agent != null) {
            watch(agent, client, id);
        }
        ProgressLine progress = new ProgressLine(out, Terminal.attached(), System::nanoTime);
        RunSnapshot end = follow(client, id, progress);
        progress.close();
        // The outcome is known and must be printed, even if its report cannot be downloaded.
        ResultTable table = new ResultTable(out);
        table.print(end);
        folder.fill(client, id);
        RunReport report = folder.report();
        table.printExpectations(report.expectations());
        out.println("Report: "
                + folder.root().resolve("report.html").toAbsolutePath().normalize());
        return ExitCode.of(end, report);
    }

    /** Whether the run may begin. Starting the run refuses invalid documents and unknown workloads. */
    private boolean checked(Document document, ControllerClient client, @Nullable Process agent)
            throws CommandException, InterruptedException {
        if (options.noCheck) {
            for (Path set : options.accounts) {
                client.putAccounts(set, document.yaml());
            }
            return true;
        }
        CheckReport report = new CheckRunner(client).check(document, options.accounts, agent, CheckReport::valid);
        if (!report.valid() || (agent != null && !agent.isAlive())) {
            return true;
        }
        report.findings().forEach(finding -> CheckPrinter.print(finding, err));
        return report.passed();
    }

    /** A run that waits for an agent that has ended would wait in vain. */
    private void watch(Process agent, ControllerClient client, String id) {
        CompletableFuture<?> unused = agent.onExit().thenAccept(process -> {
            RunSnapshot now = latest.get();
            boolean waiting = now == null || now.state().equals(RunState.PREPARING.label());
            if (waiting) {
                err.println("deskmeter: agent: ended with exit code " + process.exitValue()
                        + " before it could be used (hint: " + options.out.resolve("agent.log") + ")");
                InterruptHandler.end(client, id, "abort", err);
            }
        });
    }

    private RunSnapshot follow(ControllerClient client, String id, ProgressLine progress)
            throws CommandException, InterruptedException {
        AtomicInteger attempt = new AtomicInteger();
        while (true) {
            attempt.incrementAndGet();
            try {
                client.follow(id, snapshot -> {
                    // A connection that worked in between resets the count, because a run of hours may lose several
                    // connections.
                    attempt.set(0);
                    latest.set(snapshot);
                    progress.show(snapshot);
                });
                return Objects.requireNonNull(latest.get());
            } catch (ControllerClient.LoginEndedException e) {
                throw CommandException.failed(
                        "login: ended while run " + id + " was followed, which goes on: " + e.getMessage()
                                + " (expected: a login, or a token, that lasts as long as the run; hint: log in again, its page is "
                                + client.page("runs/" + id) + ")");
            } catch (IOException e) {
                if (attempt.get() >= RECONNECTS) {
                    throw CommandException.failed("connection to the controller lost: " + e.getMessage()
                            + " (expected: a controller that answers; run " + id + " may still be active)");
                }
                TimeUnit.NANOSECONDS.sleep(BETWEEN.toNanos());
            }
        }
    }
}
