package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.pause.PauseWatch;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.link.access.TokenRole;
import io.deskmeter.link.access.TokenSource;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.settings.UnknownSettings;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.text.FaultText;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command of the desktop agent. */
@Command(
        name = "desktop",
        mixinStandardHelpOptions = true,
        versionProvider = AgentVersion.class,
        sortOptions = false,
        description =
                "Starts a desktop agent: works in a user's desktop or RDSH session, from logon to logoff. Start it with the session.")
public final class DesktopCommand implements Callable<Integer> {
    private static final Duration PREDECESSOR = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(DesktopCommand.class);

    @Option(
            names = "--controller",
            paramLabel = "HOST:PORT",
            required = true,
            description = "Address of the controller's port for agents. The agent connects, and reconnects forever.")
    private String controller = "";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the secret for desktop agents (default: DESKMETER_TOKEN_FILE, else, for a controller on this machine,"
                            + " desktop.token in the data folder of this program).")
    private @Nullable Path tokenFile;

    @Option(
            names = "--ticket-file",
            paramLabel = "FILE",
            description =
                    "File with the ticket from the client agent that started this desktop, with which the agent connects without a"
                            + " secret. The file is removed.")
    private @Nullable Path ticketFile;

    @Option(
            names = "--authority",
            paramLabel = "FINGERPRINT",
            description =
                    "Connects with TLS, to a controller whose authority has this fingerprint, sha256:…, which the controller prints at its start.")
    private @Nullable String authority;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = {
                "Folder for the agent's identity, unsent timings and workloads. Default:",
                "~/.local/state/deskmeter/desktop, on Windows Deskmeter\\desktop in LOCALAPPDATA."
            })
    private @Nullable Path state;

    @Option(
            names = "--workloads",
            paramLabel = "DIR",
            description = "Folder of workloads. Missing workloads are fetched from the controller"
                    + " (default: those of this program).")
    private Path workloads = AgentIdentity.shippedWorkloads();

    @Option(
            names = AcceptedWorkloads.OPTION,
            paramLabel = "FILE",
            description =
                    "Run only workloads whose checksum this file has, and no handlers of run profiles, whatever the controller asks for."
                            + " `workload checksums` writes such a file (default: all workloads).")
    private @Nullable Path acceptWorkloads;

    @Option(
            names = "--log-off",
            paramLabel = "COMMAND",
            description =
                    "Shell command that logs the user off (default: end all processes of the session's display, on Windows"
                            + " shutdown /l).")
    private @Nullable String logOff;

    private final Platform platform;
    private final PauseWatch pauseWatch;

    public DesktopCommand(Platform platform) {
        this(platform, PauseWatch.inSession(System::nanoTime));
    }

    /** @param pauseWatch notices pauses of this process while it drives a session */
    public DesktopCommand(Platform platform, PauseWatch pauseWatch) {
        this.platform = platform;
        this.pauseWatch = pauseWatch;
    }

    @Override
    public Integer call() throws Exception {
        UnknownSettings.warnAgent(LOG);
        LinkAddress address = LinkAddress.parse("--controller", controller);
        String ticket = ticket();
        TokenSource token = ticket.isEmpty() || tokenFile != null
                ? AgentIdentity.token(tokenFile, TokenRole.DESKTOP, address)
                : TokenSource.none();
        Map<String, String> environment = System.getenv();
        Path folder = state == null ? platform.stateFolder("desktop") : state;
        AgentIdentity kept = AgentIdentity.open(platform.files(), folder, null, List.of(), 0);
        DesktopAgent.Settings settings = new DesktopAgent.Settings(
                platform,
                folder,
                Files.isDirectory(workloads) ? Optional.of(WorkloadCatalog.open(workloads)) : Optional.empty(),
                AcceptedWorkloads.of(acceptWorkloads),
                environment,
                ticket,
                Optional.ofNullable(logOff),
                pauseWatch);
        try (SingleInstanceLock unused = SingleInstanceLock.await(platform.files(), folder, PREDECESSOR);
                DesktopAgent agent = DesktopAgent.start(
                        here(kept, settings.session().name()), controller(address, token), settings)) {
            CompletableFuture<String> stopped = new CompletableFuture<>();
            Runtime.getRuntime().addShutdownHook(AgentThreads.thread("stop", () -> {
                agent.close();
                stopped.complete("asked");
            }));
            Object why = CompletableFuture.anyOf(agent.displayGone(), stopped).get();
            LOG.info("desktop agent ends: {}", why);
        } catch (DesktopException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return 0;
    }

    private LinkClientSettings controller(LinkAddress address, TokenSource token) {
        LinkClientSettings plain =
                LinkClientSettings.to(address.host(), address.port()).withToken(token);
        return authority == null ? plain : plain.withTls(LinkTls.pinned(Fingerprint.parse(authority)));
    }

    /** Read once: nothing in the session can read it later. */
    private String ticket() {
        if (ticketFile == null) {
            return "";
        }
        try {
            String ticket = Files.readString(ticketFile).strip();
            Files.delete(ticketFile);
            return ticket;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "--ticket-file: " + ticketFile + " (expected: a file that this user may read and remove; "
                            + FaultText.reason(e) + ")",
                    e);
        }
    }

    /**
     * A user's folder may be shared by several machines or copied with them: it identifies the user, not the machine.
     */
    private static AgentIdentity here(AgentIdentity kept, String session) {
        return new AgentIdentity(
                kept.id() + "@" + kept.host() + session,
                kept.instance(),
                kept.host(),
                kept.labels(),
                kept.sessionLimit());
    }
}
