package io.deskmeter.agent;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.client.ClientAgent;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.client.identity.Joining;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.metrics.AgentMeters;
import io.deskmeter.agent.metrics.MetricsEndpoint;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.settings.UnknownSettings;
import io.deskmeter.link.tls.JoinToken;
import io.deskmeter.link.tls.JoinTokenOptions;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.workload.yaml.SettingsFile;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command of the client agent. */
@Command(
        name = "./deskmeter agent",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description =
                "Starts a client agent: opens desktops, runs simulated users on them and measures, for a controller.")
final class ClientCommand implements Callable<Integer> {
    /** The exit code after the controller has refused this agent until a person acts. */
    private static final int REFUSED = 4;

    private static final Logger LOG = LoggerFactory.getLogger(ClientCommand.class);

    /** Read before the command line is, see {@link AgentServiceSettings}. */
    @Option(
            names = SettingsFile.OPTION,
            paramLabel = "FILE",
            description =
                    "YAML file with options of this command, without their dashes. Options of the command line count (default: none).")
    @SuppressWarnings("UnusedVariable") // for --help
    private @Nullable Path settings;

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
            names = "--join",
            paramLabel = "TOKEN",
            description =
                    "Makes this machine an agent of a controller on another machine, with the token that ./deskmeter enrol prints; - reads it"
                            + " from standard input. Later starts do without.")
    private @Nullable String join;

    @Option(names = "--join-file", paramLabel = "FILE", description = "File with the token of --join.")
    private @Nullable Path joinFile;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description =
                    "Folder of workloads; must have the same content as the controller's (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = {
                "Folder for the agent's identity, unsent timings and running desktops. Default:",
                "~/.local/state/deskmeter/agent, on Windows Deskmeter\\agent in LOCALAPPDATA."
            })
    private @Nullable Path state;

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
            names = AcceptedWorkloads.OPTION,
            paramLabel = "FILE",
            description =
                    "Run only workloads whose checksum this file has, and no handlers of run profiles, whatever the controller asks for."
                            + " `workload checksums` writes such a file (default: all workloads).")
    private @Nullable Path acceptWorkloads;

    @Option(
            names = "--metrics-port",
            paramLabel = "N",
            description = "Serve metrics for Prometheus at http://127.0.0.1:N/metrics; 0 chooses a free port"
                    + " (default: none).")
    private @Nullable Integer metricsPort;

    @Option(
            names = "--end-with-input",
            description =
                    "End when standard input ends, in the same order as after Ctrl-C. A program that starts an agent through"
                            + " a pipe thus leaves no agent behind, even if it is killed.")
    private boolean endWithInput;

    private final Platform platform;

    ClientCommand(Platform platform) {
        this.platform = platform;
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

    @Override
    public Integer call() throws Exception {
        UnknownSettings.warnAgent(LOG);
        CountDownLatch stopped = new CountDownLatch(1);
        // Before the end of standard input is awaited, which reads it: the token may be its first line.
        Path folder = state == null ? platform.stateFolder("agent") : state;
        Optional<JoinToken> joinToken = MachineIdentity.isUsable(folder)
                ? JoinTokenOptions.tokenIfThere(join, joinFile)
                : JoinTokenOptions.token(join, joinFile);
        if (endWithInput) {
            // Before all else: an agent that is still starting must end, too.
            EndOfInput.watch(System.in, stopped::countDown, EndOfInput.END_WITHIN);
        }
        LinkAddress address = LinkAddress.parse("--controller", controller);
        WorkloadCatalog catalog = WorkloadCatalog.open(workloads);
        AcceptedWorkloads accepted = AcceptedWorkloads.of(acceptWorkloads);
        TokenSource token = AgentIdentity.token(tokenFile, TokenRole.AGENT, address);
        AgentIdentity local = AgentIdentity.open(platform.files(), folder, name, labels, sessions);
        Optional<MachineIdentity> joined = Joining.identity(folder, address, joinToken, local.host());
        LinkClientSettings plain =
                LinkClientSettings.to(address.host(), address.port()).withToken(token);
        AtomicReference<@Nullable String> refused = new AtomicReference<>();
        try (ClientAgent agent = joined.isPresent()
                        ? joined(local, joined.get(), plain, catalog, accepted, folder, reason -> {
                            refused.set(reason);
                            stopped.countDown();
                        })
                        : ClientAgent.start(
                                platform,
                                local,
                                catalog,
                                plain,
                                folder,
                                AllowedPrograms.here(allowedPrograms),
                                accepted);
                AutoCloseable unusedMetrics = metrics(agent)) {
            Runtime.getRuntime().addShutdownHook(AgentThreads.thread("stop", () -> {
                agent.close();
                stopped.countDown();
            }));
            stopped.await();
        }
        return refused.get() == null ? 0 : REFUSED;
    }

    private ClientAgent joined(
            AgentIdentity local,
            MachineIdentity joined,
            LinkClientSettings plain,
            WorkloadCatalog catalog,
            AcceptedWorkloads accepted,
            Path folder,
            Consumer<String> refused)
            throws Exception {
        if (!labels.isEmpty()) {
            LOG.warn("--label: {} is not used: a machine that has joined has the labels of its join token", labels);
        }
        return ClientAgent.start(
                platform,
                local.withId(joined.agentId()),
                catalog,
                plain.withToken(TokenSource.none()).withTls(LinkTls.agent(joined::current)),
                folder,
                AllowedPrograms.here(allowedPrograms),
                accepted,
                joined,
                refused);
    }
}
