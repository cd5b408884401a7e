package io.deskmeter.agent;

import io.deskmeter.agent.client.AgentIdentity;
import io.deskmeter.agent.client.ClientAgent;
import io.deskmeter.agent.client.ControllerAddress;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktopagent.DesktopCommand;
import io.deskmeter.agent.metrics.AgentMeters;
import io.deskmeter.agent.metrics.MetricsEndpoint;
import io.deskmeter.agent.tryout.TryCommand;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.link.LinkClientSettings;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.settings.UnknownSettings;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The agent's program. */
@Command(
        name = "./deskmeter agent",
        mixinStandardHelpOptions = true,
        subcommands = {TryCommand.class, DesktopCommand.class},
        sortOptions = false,
        description =
                "Starts a client agent: opens desktops, runs simulated users on them and measures, for a controller.")
public final class AgentMain implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(AgentMain.class);
    private static final int INVALID_INPUT = 2;

    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            description = "Address of the controller's port for agents. The agent connects, and reconnects forever.")
    private String controller = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the secret for agents (default: DESKMETER_TOKEN_FILE, else, for a controller on this machine,"
                            + " agent.token in the data folder of this program).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description =
                    "Folder of workloads; must have the same content as the controller's (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Folder for the agent's identity, unsent timings and running desktops"
                    + " (default: ~/.local/state/deskmeter/agent).")
    private Path state = AgentIdentity.defaultState();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of this machine in reports and on the pages (default: its host name).")
    private @Nullable String name;

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            description = "Label that run profiles can ask for with `agents`. Repeat it for several labels.")
    private List<String> labels = List.of();

    @Option(names = "--sessions", paramLabel = "N", description = "Most sessions at a time (default: no limit).")
    private int sessions;

    @Option(
            names = "--allow-program",
            paramLabel = "PROGRAM",
            description =
                    "Program that run profiles may start as a viewer with any arguments, by name or absolute path. Repeat it for"
                            + " several programs (default: only vncviewer and xfreerdp, with arguments that cannot start"
                            + " programs or read files).")
    private List<String> allowedPrograms = List.of();

    @Option(
            names = "--metrics-port",
            paramLabel = "N",
            description = "Serve metrics for Prometheus at http://127.0.0.1:N/metrics; 0 chooses a free port"
                    + " (default: none).")
    private @Nullable Integer metricsPort;

    private AgentMain() {}

    public static void main(String[] args) {
        // Only a desktop agent opens a window: its dock.
        boolean dock = args.length > 0 && args[0].equals("desktop");
        System.setProperty("java.awt.headless", Boolean.toString(!dock));
        System.exit(commandLine().execute(args));
    }

    /** Loaded only if requested. */
    private AutoCloseable metrics(ClientAgent agent) throws IOException {
        if (metricsPort == null) {
            return () -> {};
        }
        MetricsEndpoint endpoint = MetricsEndpoint.start(metricsPort, new AgentMeters(agent::figures));
        LOG.info("metrics: {}", endpoint.address());
        return endpoint;
    }

    /** The command line of the program, not yet executed. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new AgentMain());
        line.setExecutionExceptionHandler((e, command, parsed) -> {
            if (!isInvalidInput(e)) {
                throw e;
            }
            command.getErr().println("agent: " + e.getMessage());
            return INVALID_INPUT;
        });
        return line;
    }

    /** Errors that the user can correct; all others are internal errors and may print a stack trace. */
    private static boolean isInvalidInput(Exception e) {
        return e instanceof IllegalArgumentException
                || e instanceof DesktopException
                || e instanceof SpoolException
                || e instanceof IOException
                || e instanceof UncheckedIOException
                || e instanceof io.deskmeter.workload.InvalidDocumentException
                || e instanceof io.deskmeter.vision.TemplateException;
    }

    @Override
    public Integer call() throws Exception {
        UnknownSettings.warnAgent(LOG);
        ControllerAddress address = ControllerAddress.parse(controller);
        WorkloadCatalog catalog = WorkloadCatalog.open(workloads);
        TokenSource token = AgentIdentity.token(tokenFile, TokenRole.AGENT, address);
        AgentIdentity identity = AgentIdentity.open(state, name, labels, sessions);
        AllowedPrograms allowed = AllowedPrograms.here(allowedPrograms);
        CountDownLatch stopped = new CountDownLatch(1);
        try (ClientAgent agent = ClientAgent.start(
                        identity,
                        catalog,
                        LinkClientSettings.to(address.host(), address.port()).withToken(token),
                        state,
                        allowed);
                AutoCloseable unusedMetrics = metrics(agent)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                agent.close();
                stopped.countDown();
            }));
            stopped.await();
        }
        return 0;
    }
}
