package io.deskmeter.controller.cli;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerServer.StartException;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.link.access.TokenRole;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A controller in this process and an agent as child process, for one run on this machine. */
final class LocalDeployment implements AutoCloseable {
    /**
     * An agent ends its desktops before it ends: sessions have 8 s. One that takes longer is killed, which loses no result: the run has ended or is given
     * up, timings are on the agent's disk a quarter of a second after their operation, and the next agent of this data folder sends those that the
     * controller has not acknowledged.
     */
    private static final long AGENT_END_SECONDS = 30;

    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private final ControllerServer server;
    private final Process agent;
    private final Path agentLog;
    private final PrintStream err;

    private LocalDeployment(ControllerServer server, Process agent, Path agentLog, PrintStream err) {
        this.server = server;
        this.agent = agent;
        this.agentLog = agentLog;
        this.err = err;
    }

    static ControllerServer start(ControllerSettings settings) throws CommandException {
        try {
            return ControllerServer.start(settings);
        } catch (StartException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Starts both.
     *
     * @param logs existing folder for the logs of both
     * @param err receives what goes wrong at the end
     */
    static LocalDeployment start(ConnectionOptions options, Path logs, PrintStream err) throws CommandException {
        Installation.Program program = Installation.agent();
        Path data = Installation.data(options.data);
        Path workloads = Installation.workloads(options.workloads);
        ControllerServer server = start(new ControllerSettings(
                "127.0.0.1", options.httpPort, 0, data, workloads, logs.resolve("controller.log")));
        try {
            List<String> command = new ArrayList<>();
            if (Files.isExecutable(SETSID)) {
                // Ctrl-C is for this process, which then ends the run in order; in a separate session the agent
                // does not get it.
                command.add(SETSID.toString());
            }
            command.addAll(program.command());
            command.addAll(List.of("--controller", server.linkAddress()));
            command.addAll(
                    List.of("--token-file", server.tokenFile(TokenRole.AGENT).toString()));
            command.addAll(List.of("--workloads", workloads.toString()));
            command.addAll(List.of("--state", data.resolve("agent").toString()));
            Path log = logs.resolve("agent.log");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().putAll(program.environment());
            return new LocalDeployment(server, builder.start(), log, err);
        } catch (IOException e) {
            server.close();
            throw CommandException.failed("agent: cannot be started: " + e.getMessage());
        }
    }

    /** A login link for one browser, for display. */
    static String openOnce(URI link) {
        return "Open in a browser (once, within an hour): " + link;
    }

    /** Its controller's REST. */
    ControllerClient client() throws CommandException {
        return new ControllerClient(server.address(), server.tokenFile(TokenRole.ADMIN));
    }

    /** A login link for one browser that opens a page. */
    URI loginLink(String page) {
        return server.loginLink(page);
    }

    /** The agent's process, a child of this one. */
    Process agent() {
        return agent;
    }

    @Override
    public void close() {
        end(agent, AGENT_END_SECONDS, agentLog, err);
        server.close();
    }

    /** Ends an agent, if necessary by force. */
    static void end(Process agent, long withinSeconds, Path log, PrintStream err) {
        agent.destroy();
        try {
            if (!agent.waitFor(withinSeconds, TimeUnit.SECONDS)) {
                agent.destroyForcibly();
                err.println("deskmeter: agent: did not end within " + withinSeconds
                        + " s and was killed; no timing is lost: those that were not sent are kept for the next start (hint: "
                        + log + ")");
            }
        } catch (InterruptedException e) {
            agent.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
