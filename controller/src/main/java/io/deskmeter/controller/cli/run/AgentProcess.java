package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.cli.client.ControllerConnection;
import io.deskmeter.controller.faults.ControllerThreads;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent that this program has started, and that ends with it however it ends: {@link #close} ends the agent; where a
 * signal ends this program, a shutdown hook does; where this program is killed, the agent's standard input ends, which
 * nothing is ever written to, and {@code --end-with-input} makes the agent end itself. Thread-safe.
 */
final class AgentProcess implements AutoCloseable {
    /**
     * An agent ends its desktops before it ends: sessions have 8 s. One that takes longer is killed, which loses no
     * result: the run has ended or is given up, timings are on the agent's disk a quarter of a second after their
     * operation, and the next agent of this data folder sends those that the controller has not acknowledged.
     */
    private static final Duration END_WITHIN = Duration.ofSeconds(30);

    /** What an agent has started ends with it; after a killed agent, its orphan reaper needs some seconds for that. */
    private static final Duration CHILDREN_END_WITHIN = Duration.ofSeconds(20);

    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

    private final Process process;
    private final Limits limits;
    private final Path log;
    private final PrintStream err;
    private final Thread hook = ControllerThreads.shutdownHook("agent-end", this::end);
    private boolean ended;

    /**
     * How long an end may take.
     *
     * @param agent from the signal to the end of the agent, which is then killed
     * @param children from then to the end of what it has started, which is then killed
     */
    record Limits(Duration agent, Duration children) {}

    private AgentProcess(Process process, Limits limits, Path log, PrintStream err) {
        this.process = process;
        this.limits = limits;
        this.log = log;
        this.err = err;
    }

    /**
     * Starts one.
     *
     * @param command with its arguments, {@code --end-with-input} among them
     * @param environment added to this program's
     * @param log where its output goes
     * @param err receives what goes wrong at its end
     */
    static AgentProcess start(List<String> command, Map<String, String> environment, Path log, PrintStream err)
            throws IOException {
        return start(command, environment, new Limits(END_WITHIN, CHILDREN_END_WITHIN), log, err);
    }

    /** The same with other limits. */
    static AgentProcess start(
            List<String> command, Map<String, String> environment, Limits limits, Path log, PrintStream err)
            throws IOException {
        List<String> all = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            // Ctrl-C is for this process, which then ends the run in order; in a separate session the agent
            // does not get it.
            all.add(SETSID.toString());
        }
        all.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(all).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        // A user's token is not for agents, nor for the applications that they start.
        builder.environment().remove(ControllerConnection.TOKEN);
        AgentProcess agent = new AgentProcess(builder.start(), limits, log, err);
        try {
            Runtime.getRuntime().addShutdownHook(agent.hook);
        } catch (IllegalStateException e) {
            // A signal came while the agent was started.
            agent.end();
            throw new IOException("this program is ending", e);
        }
        return agent;
    }

    /** The process, a child of this one. */
    Process process() {
        return process;
    }

    /** Ends the agent and what it has started, if necessary by force; idempotent. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("the program is ending: {}", e.toString());
        }
    }

    /** Another caller waits, so that neither the command nor its shutdown hook is through before the agent is. */
    private synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        Set<ProcessHandle> children = new LinkedHashSet<>(process.descendants().toList());
        try {
            process.destroy();
            if (!process.waitFor(limits.agent.toNanos(), TimeUnit.NANOSECONDS)) {
                children.addAll(process.descendants().toList());
                process.destroyForcibly();
                err.println("deskmeter: agent: did not end within " + limits.agent.toSeconds()
                        + " s and was killed; no timing is lost: those that were not sent are kept for the next start (hint: "
                        + log + ")");
            }
            await(children);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /**
     * Not killed at once: among them is the orphan reaper, which knows more of what the agent has started than this
     * program.
     */
    private void await(Set<ProcessHandle> children) throws InterruptedException {
        long deadline = System.nanoTime() + limits.children.toNanos();
        for (ProcessHandle child : children) {
            try {
                child.onExit().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                LOG.warn("agent: process {} did not end with it and is killed", child.pid());
            } catch (ExecutionException e) {
                throw new IllegalStateException("the end of process " + child.pid() + " cannot be awaited", e);
            }
        }
    }
}
