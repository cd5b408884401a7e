package io.deskmeter.controller.cli.run;

import io.deskmeter.controller.ControllerServer;
import io.deskmeter.controller.ControllerServer.StartException;
import io.deskmeter.controller.ControllerSettings;
import io.deskmeter.controller.cli.client.ControllerClient;
import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.controller.cli.console.InstallationFolders;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.text.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A controller in this process and an agent as child process, for one run on this machine. */
public final class LocalDeployment implements AutoCloseable {
    private final ControllerServer server;
    private final AgentProcess agent;

    private LocalDeployment(ControllerServer server, AgentProcess agent) {
        this.server = server;
        this.agent = agent;
    }

    public static ControllerServer start(ControllerSettings settings) throws CommandException {
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
    static LocalDeployment start(RunOptions options, Path logs, PrintStream err) throws CommandException {
        Path data = InstallationFolders.data(options.data);
        Path workloads = InstallationFolders.workloads(options.workloads);
        InstallationFolders.Program program = InstallationFolders.agent();
        ControllerServer server = start(ControllerSettings.of(data, workloads)
                .withPorts(options.httpPort, 0)
                .withLog(logs.resolve("controller.log"))
                .withSecretsKey(InstallationFolders.secretsKey(null)));
        try {
            return new LocalDeployment(
                    server, agent(program, server.linkAddress(), server::tokenFile, workloads, data, logs, err));
        } catch (CommandException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Starts an agent that ends with this program.
     *
     * @param link where it dials
     * @param tokenFile the file with the secret of a role
     * @param data folder with its state
     * @param logs existing folder for its log
     * @param err receives what goes wrong at the end
     */
    static AgentProcess agent(
            InstallationFolders.Program program,
            String link,
            Function<TokenRole, Path> tokenFile,
            Path workloads,
            Path data,
            Path logs,
            PrintStream err)
            throws CommandException {
        List<String> command = new ArrayList<>(program.command());
        command.addAll(List.of("--controller", link));
        command.addAll(List.of("--token-file", tokenFile.apply(TokenRole.AGENT).toString()));
        command.addAll(List.of("--workloads", workloads.toString()));
        command.addAll(List.of("--state", data.resolve("agent").toString()));
        command.add("--end-with-input");
        try {
            return AgentProcess.start(command, program.environment(), logs.resolve("agent.log"), err);
        } catch (IOException e) {
            throw CommandException.failed("agent: cannot be started: " + e.getMessage());
        }
    }

    /** A login link for one browser, for display. */
    public static String openOnce(URI link) {
        return "Open in a browser (once, within an hour): " + link;
    }

    /**
     * What is displayed instead of a login link where the output is no terminal: a journal or a build's log keeps what
     * is printed, and others read it.
     *
     * @param page the path to open
     * @param data the data folder, null for the usual one
     */
    public static String openWithCommand(URI controller, String page, @Nullable Path data) {
        return "Web pages: " + controller.resolve(page) + " (log in: ./deskmeter login-link --controller " + controller
                + (data == null ? "" : " --data " + data) + ")";
    }

    /** How a person opens a page: a login link if the output is a terminal. */
    String open(String page, @Nullable Path data) {
        return Terminal.attached() ? openOnce(server.loginLink(page)) : openWithCommand(server.address(), page, data);
    }

    /** Its controller's REST. */
    ControllerClient client() throws CommandException {
        return new ControllerClient(server.address(), server.tokenFile(TokenRole.ADMIN));
    }

    /** The agent's process, a child of this one. */
    Process agent() {
        return agent.process();
    }

    @Override
    public void close() {
        agent.close();
        server.close();
    }
}
