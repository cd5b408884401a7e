package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.accounts.AccountStore;
import io.deskmeter.controller.check.CheckListener;
import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.check.CheckServer;
import io.deskmeter.controller.cli.client.AccountsFile;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.InstallationFolders;
import io.deskmeter.controller.cli.console.ProgramLog;
import io.deskmeter.controller.request.InvalidRequestException;
import io.deskmeter.controller.secrets.SecretsKey;
import io.deskmeter.link.server.LinkException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A check in this process, without a controller, with an agent as child process. */
final class LocalCheck {
    private static final long AGENT_WITHIN_SECONDS = 30;

    private final Path workloads;
    private final Path folder;
    private final SecretsKey key;
    private final PrintStream err;

    /**
     * Prepares one.
     *
     * @param folder that no one else uses, with the accounts; it gets the logs and the state of the agent
     * @param key with which the accounts are sealed
     * @param err receives what goes wrong at the end
     */
    LocalCheck(Path workloads, Path folder, SecretsKey key, PrintStream err) {
        this.workloads = workloads;
        this.folder = folder;
        this.key = key;
        this.err = err;
    }

    /** Checks a profile; an agent is started if it can be read. */
    CheckReport check(HeadlessRun.Document document, List<Path> accounts, CheckListener listener)
            throws CommandException {
        ProgramLog.to(folder.resolve("check.log"));
        WorkloadCatalog catalog = ProfileFile.catalog(workloads);
        try (CheckServer server = CheckServer.start(folder, key, catalog)) {
            for (Path file : accounts) {
                put(AccountsFile.of(file), document.yaml(), server.accounts());
            }
            if (!ProfileFile.isReadable(document, catalog)) {
                return server.check(
                        document.name(), document.yaml(), listener, CompletableFuture.completedFuture(null));
            }
            try (AgentProcess agent = LocalDeployment.agent(
                    InstallationFolders.agent(),
                    server.linkAddress(),
                    server::tokenFile,
                    workloads,
                    folder,
                    folder,
                    err)) {
                watch(agent.process(), server.firstAgent());
                CompletableFuture<?> agentsThere = CompletableFuture.anyOf(
                                server.firstAgent(), agent.process().onExit())
                        .completeOnTimeout(null, AGENT_WITHIN_SECONDS, TimeUnit.SECONDS);
                return server.check(document.name(), document.yaml(), listener, agentsThere);
            }
        } catch (IOException | LinkException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    private void watch(Process agent, CompletableFuture<Void> connected) {
        var unused = agent.onExit().thenAccept(ended -> {
            if (!connected.isDone()) {
                err.println("deskmeter: agent: ended with exit code " + ended.exitValue()
                        + " before it could be used (hint: " + folder.resolve("agent.log") + ")");
            }
        });
    }

    private static void put(AccountsFile set, String profile, AccountStore store) throws CommandException {
        try {
            store.put(set.name(), set.form(), set.readFor(profile));
        } catch (InvalidDocumentException | InvalidRequestException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }
}
