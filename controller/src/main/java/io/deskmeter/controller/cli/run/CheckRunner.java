package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.check.CheckReport;
import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.console.CommandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs a check of a controller for a command. */
final class CheckRunner {
    /** An agent that was started for this. */
    private static final Duration OWN_AGENT_WITHIN = Duration.ofSeconds(30);

    /** How long an agent may take to connect to a controller that has just started. */
    private static final Duration OTHER_AGENT_WITHIN = Duration.ofSeconds(5);

    /** The finding if no agent is connected. */
    private static final String NO_AGENT = "agents";

    private static final long BETWEEN_LOOKS_MILLIS = 100;

    private final ControllerClient client;

    CheckRunner(ControllerClient client) {
        this.client = client;
    }

    /**
     * Sends the accounts and checks; if no agent is connected yet, checks again when one has connected.
     *
     * @param agent that was started for this and is waited for, null if there is a controller with agents of its own
     * @param worthWaiting whether to wait for an agent and check again; problems of a document are reported immediately
     */
    CheckReport check(
            HeadlessRun.Document document,
            List<Path> accounts,
            @Nullable Process agent,
            Predicate<CheckReport> worthWaiting)
            throws CommandException, InterruptedException {
        for (Path set : accounts) {
            client.putAccounts(set, document.yaml());
        }
        CheckReport first = client.check(document.name(), document.yaml());
        boolean alone =
                first.findings().stream().anyMatch(finding -> finding.what().equals(NO_AGENT));
        if (!alone || !worthWaiting.test(first)) {
            return first;
        }
        await(agent);
        return client.check(document.name(), document.yaml());
    }

    /** Waits until an agent is connected, the started agent has ended, or the time limit is reached. */
    private void await(@Nullable Process agent) throws CommandException, InterruptedException {
        Duration within = agent == null ? OTHER_AGENT_WITHIN : OWN_AGENT_WITHIN;
        long deadline = System.nanoTime() + within.toNanos();
        while ((agent == null || agent.isAlive()) && System.nanoTime() - deadline < 0 && !client.hasAgent()) {
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
        }
    }
}
