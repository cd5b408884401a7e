package io.deskmeter.agent.desktopagent;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.check.CheckDispatcher;
import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.client.AgentShutdown;
import io.deskmeter.agent.client.ClientAgent;
import io.deskmeter.agent.client.DeferredLink;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.outbox.Outbox;
import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.desktop.CurrentDesktopProvider;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.SoundTrials;
import io.deskmeter.agent.dock.DockWindow;
import io.deskmeter.agent.pairing.HostNames;
import io.deskmeter.agent.pairing.PairingCodeDisplay;
import io.deskmeter.agent.pairing.PairingWindow;
import io.deskmeter.agent.pause.PauseWatch;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.agent.resources.OshiCounters;
import io.deskmeter.agent.resources.ResourceSampler;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.delivery.StoreTimingQueue;
import io.deskmeter.link.peer.AgentNames;
import io.deskmeter.link.spool.StoreSpools;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.DesktopLocation;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.sound.xrdp.ChannelServer;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The desktop agent: runs in a user's session, connects to the controller, executes requests, and ends with its
 * display.
 */
public final class DesktopAgent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopAgent.class);
    private static final Duration FLUSH = Duration.ofMillis(250);
    private static final Duration HEALTH = Duration.ofSeconds(1);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration CONTENT = Duration.ofSeconds(60);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(4);

    /**
     * Its environment and settings.
     *
     * @param platform of this machine
     * @param state folder of the user
     * @param workloads the built-in ones
     * @param accepted of all workloads
     * @param environment of the session
     * @param ticket of the client that started the desktop, empty if a user logged on
     * @param logOff command that ends the session, empty for the default
     * @param pauseWatch notices pauses of this process while it drives a session
     */
    public record Settings(
            Platform platform,
            Path state,
            Optional<WorkloadCatalog> workloads,
            AcceptedWorkloads accepted,
            Map<String, String> environment,
            String ticket,
            Optional<String> logOff,
            PauseWatch pauseWatch) {

        UserSession session() {
            return platform.session(environment);
        }
    }

    private final Settings settings;
    private final AgentIdentity identity;
    private final AgentResources resources;
    private final StoreSpools spools;
    private final Outbox outbox;
    private final ContentStore store;
    private final DesktopRunHandler runHandler;
    private final LinkClient link;
    private final PairingCodeDisplay codes;
    private final List<String> hosts = HostNames.ofThisMachine();
    private final CompletableFuture<String> displayGone = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile DesktopLocation place = DesktopLocation.getDefaultInstance();
    private @Nullable ResourceSampler sampler;

    private DesktopAgent(
            Settings settings,
            AgentIdentity identity,
            LinkClientSettings controller,
            AgentResources resources,
            SoundTrials sounds,
            StoreSpools spools,
            UserDisplay display,
            PairingCodeDisplay codes)
            throws IOException {
        this.settings = settings;
        this.identity = identity;
        this.resources = resources;
        this.spools = spools;
        DeferredLink late = new DeferredLink();
        StoreTimingQueue sender =
                new StoreTimingQueue(spools, late::send, failure -> LOG.error("spool: {}", failure.getMessage()));
        this.outbox = new Outbox(late::send, sender, resources.nanoTime(), resources.wall());
        this.store = new ContentStore(
                settings.state.resolve("workloads"),
                settings.workloads,
                late::send,
                CONTENT,
                resources.blocking(),
                resources.timers());
        this.codes = codes;
        this.runHandler = new DesktopRunHandler(
                resources,
                store,
                settings.accepted,
                outbox,
                sender,
                DockWindow::open,
                new LogOff(settings.session(), settings.logOff),
                codes,
                new XrdpSound(ChannelServer.soundSocket(settings.environment), resources.nanoTime(), resources.pool()),
                display);
        Map<String, String> checksums = store.checksums();
        CheckDispatcher dispatcher = new CheckDispatcher(
                runHandler,
                resources.checker(
                        null,
                        sounds,
                        AllowedPrograms.onlyKnownViewers(),
                        settings.state,
                        "agent "
                                + AgentNames.of(new AgentNames.Agent(
                                        identity.id(), identity.host(), true, System.getProperty("user.name", ""))),
                        null,
                        settings.accepted,
                        display,
                        late::send));
        this.link = new LinkClient(controller, () -> hello(checksums), dispatcher, resources.timers());
        late.set(link);
    }

    /**
     * Starts.
     *
     * @throws DesktopException if there is no display here, or another agent holds the state folder
     */
    public static DesktopAgent start(AgentIdentity identity, LinkClientSettings controller, Settings settings)
            throws DesktopException, IOException {
        UserDisplay display = settings.session().display(System::nanoTime);
        CurrentDesktopProvider desktops;
        try {
            desktops = CurrentDesktopProvider.open(
                    settings.platform, settings.state.resolve("desktop"), settings.environment);
        } catch (DesktopException | RuntimeException | Error e) {
            display.close();
            throw e;
        }
        AgentResources resources = AgentResources.onCurrentDesktop(
                settings.platform, desktops, new CurrentScreen(display), settings.pauseWatch);
        StoreSpools spools = null;
        try {
            spools = StoreSpools.open(settings.state.resolve("spool"));
            DesktopAgent agent = new DesktopAgent(
                    settings,
                    identity,
                    controller,
                    resources,
                    desktops,
                    spools,
                    display,
                    new PairingWindow(display, resources.timers()));
            agent.begin(display, controller);
            return agent;
        } catch (DesktopException | IOException | RuntimeException | Error e) {
            resources.close();
            if (spools != null) {
                AgentShutdown.close(spools);
            }
            throw e;
        }
    }

    private void begin(UserDisplay display, LinkClientSettings controller) throws DesktopException {
        watch(display);
        every(FLUSH, outbox::flush);
        every(HEALTH, this::sample);
        every(TICK, runHandler::tick);
        LOG.info(
                "desktop agent {} on {} for {}: connects to {}:{}",
                identity.id(),
                display,
                place.getUser(),
                controller.host(),
                controller.port());
        link.start();
    }

    private void watch(UserDisplay display) throws DesktopException {
        try {
            display.watch(new Display()).get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof ScreenException ? e.getCause() : e;
            throw new DesktopException(String.valueOf(cause.getMessage()), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DesktopException("display: interrupted while connecting", e);
        }
    }

    private void every(Duration period, Runnable task) {
        var unused = resources
                .backgroundTasks()
                .scheduleWithFixedDelay(
                        GuardedTasks.guarded(task), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Only during a run: an idle agent must cost nothing. Runs on the background thread. */
    private void sample() {
        String run = runHandler.runId();
        if (run.isEmpty()) {
            sampler = null;
            return;
        }
        if (sampler == null) {
            sampler = new ResourceSampler(
                    new OshiCounters(), resources.nanoTime(), resources.wall(), resources.pauseWatch()::takeLongest);
        }
        sampler.sample().ifPresent(health -> outbox.health(run, health));
    }

    private Hello hello(Map<String, String> checksums) {
        return ClientAgent.hello(identity, settings.platform, checksums, runHandler.runId()).toBuilder()
                .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                .setLocation(place)
                .build();
    }

    /** Completes when the session's display is lost, with the cause. */
    public CompletableFuture<String> displayGone() {
        return displayGone;
    }

    /** Ends the started programs, sends pending messages if possible, keeps the rest; idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LOG.info("desktop agent stops");
        AgentShutdown.await(runHandler.end("the desktop agent was stopped"), CLOSE_WITHIN);
        codes.hide();
        AgentShutdown.close(outbox, link, () -> {}, resources, spools);
    }

    private final class Display implements UserDisplay.Listener {
        @Override
        public void sized(int width, int height) {
            place = DesktopLocation.newBuilder()
                    .setUser(System.getProperty("user.name", ""))
                    .setDomain(settings.environment.getOrDefault("USERDOMAIN", ""))
                    .setSession(settings.session().name())
                    .setWidth(width)
                    .setHeight(height)
                    .setTicket(settings.ticket)
                    .setShowsPairingCode(true)
                    .setConfirmsMessages(true)
                    .addAllHosts(hosts)
                    .build();
            runHandler.sized(width, height);
        }

        @Override
        public void gone(String cause) {
            displayGone.complete(cause);
        }
    }
}
