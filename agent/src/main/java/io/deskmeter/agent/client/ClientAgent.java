package io.deskmeter.agent.client;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.check.CheckDispatcher;
import io.deskmeter.agent.client.identity.AgentIdentity;
import io.deskmeter.agent.client.identity.AgentVersion;
import io.deskmeter.agent.client.identity.CertificateRenewal;
import io.deskmeter.agent.client.identity.HostFacts;
import io.deskmeter.agent.client.outbox.Outbox;
import io.deskmeter.agent.client.run.ClientRunHandler;
import io.deskmeter.agent.client.run.SessionFactory;
import io.deskmeter.agent.concurrent.GuardedTasks;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.remote.DesktopAgentChannels;
import io.deskmeter.agent.resources.OshiCounters;
import io.deskmeter.agent.resources.ResourceSampler;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.link.client.ControllerHandler;
import io.deskmeter.link.client.LinkClient;
import io.deskmeter.link.client.LinkClientSettings;
import io.deskmeter.link.delivery.StoreTimingQueue;
import io.deskmeter.link.peer.AgentNames;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.StoreSpools;
import io.deskmeter.link.tls.Fingerprint;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client agent: connects to the controller and executes its commands until it is closed. */
public final class ClientAgent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClientAgent.class);
    private static final int PROTOCOL = 1;
    /** How often it looks whether its workloads have changed. */
    private static final Duration RENEWAL = Duration.ofMinutes(10);

    private static final Duration LOOK = Duration.ofSeconds(2);

    private static final Duration FLUSH = Duration.ofMillis(250);
    private static final Duration HEALTH = Duration.ofSeconds(1);
    private static final Duration TICK = Duration.ofSeconds(1);

    /** Sessions end within seconds; the remaining ones are ended with their desktops. */
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(8);

    private final AgentResources resources;
    private final StoreSpools spools;
    private final StoreTimingQueue timings;
    private final LinkClient link;
    private final ClientRunHandler runHandler;
    private final Outbox outbox;
    private final ClientSessionFactory clientSessions;
    private final DesktopAgentChannels desktopAgents;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ClientAgent(
            AgentResources resources,
            StoreSpools spools,
            StoreTimingQueue timings,
            LinkClient link,
            ClientRunHandler runHandler,
            Outbox outbox,
            ClientSessionFactory clientSessions,
            DesktopAgentChannels desktopAgents) {
        this.resources = resources;
        this.spools = spools;
        this.timings = timings;
        this.link = link;
        this.runHandler = runHandler;
        this.outbox = outbox;
        this.clientSessions = clientSessions;
        this.desktopAgents = desktopAgents;
    }

    /**
     * Starts.
     *
     * @param platform of this machine
     * @param state folder for unsent timings and desktops
     * @param allowed programs that profiles may name
     * @param accepted workloads that it runs
     * @throws DesktopException if another agent holds the state folder
     * @throws SpoolException if unsent timings cannot be stored
     */
    public static ClientAgent start(
            Platform platform,
            AgentIdentity identity,
            WorkloadCatalog catalog,
            LinkClientSettings settings,
            Path state,
            AllowedPrograms allowed,
            AcceptedWorkloads accepted)
            throws DesktopException, SpoolException {
        return start(
                platform,
                identity,
                catalog,
                settings,
                state,
                allowed,
                accepted,
                UnaryOperator.identity(),
                null,
                reason -> {});
    }

    /**
     * The same for a machine that has joined a controller.
     *
     * @param settings with TLS
     * @param joined its certificate
     * @param refused is told that the controller refuses this agent until a person acts
     */
    public static ClientAgent start(
            Platform platform,
            AgentIdentity identity,
            WorkloadCatalog catalog,
            LinkClientSettings settings,
            Path state,
            AllowedPrograms allowed,
            AcceptedWorkloads accepted,
            MachineIdentity joined,
            Consumer<String> refused)
            throws DesktopException, SpoolException {
        return start(
                platform,
                identity,
                catalog,
                settings,
                state,
                allowed,
                accepted,
                UnaryOperator.identity(),
                joined,
                refused);
    }

    /**
     * The same with other sessions.
     *
     * @param sessions gets the agent's own factory, and returns the one to use
     */
    public static ClientAgent start(
            Platform platform,
            AgentIdentity identity,
            WorkloadCatalog catalog,
            LinkClientSettings settings,
            Path state,
            UnaryOperator<SessionFactory> sessions)
            throws DesktopException, SpoolException {
        return start(
                platform,
                identity,
                catalog,
                settings,
                state,
                AllowedPrograms.onlyKnownViewers(),
                AcceptedWorkloads.all(),
                sessions,
                null,
                reason -> {});
    }

    private static ClientAgent start(
            Platform platform,
            AgentIdentity identity,
            WorkloadCatalog catalog,
            LinkClientSettings settings,
            Path state,
            AllowedPrograms allowed,
            AcceptedWorkloads accepted,
            UnaryOperator<SessionFactory> sessions,
            @Nullable MachineIdentity joined,
            Consumer<String> refused)
            throws DesktopException, SpoolException {
        KnownWorkloads workloads = new KnownWorkloads(catalog);
        AgentResources resources = AgentResources.open(platform, state.resolve("desktops"));
        StoreSpools spools = null;
        try {
            spools = StoreSpools.open(state.resolve("spool"));
            ClientAgent agent = assemble(
                    identity, catalog, workloads, settings, resources, spools, state, allowed, accepted, sessions,
                    joined, refused);
            agent.begin(identity, workloads, settings, new RunMarker(state));
            return agent;
        } catch (SpoolException | RuntimeException | Error e) {
            // The next agent of this folder could not open what this one leaves open.
            resources.close();
            if (spools != null) {
                AgentShutdown.close(spools);
            }
            throw e;
        }
    }

    private static ClientAgent assemble(
            AgentIdentity identity,
            WorkloadCatalog catalog,
            KnownWorkloads workloads,
            LinkClientSettings settings,
            AgentResources resources,
            StoreSpools spools,
            Path state,
            AllowedPrograms allowed,
            AcceptedWorkloads accepted,
            UnaryOperator<SessionFactory> sessions,
            @Nullable MachineIdentity joined,
            Consumer<String> refused) {
        DeferredLink late = new DeferredLink();
        StoreTimingQueue sender =
                new StoreTimingQueue(spools, late::send, failure -> LOG.error("spool: {}", failure.getMessage()));
        Outbox outbox = new Outbox(late::send, sender, resources.nanoTime(), resources.wall());
        DesktopAgentChannels desktopAgents = new DesktopAgentChannels(late::send);
        DesktopAgentCommand desktopAgent = new DesktopAgentCommand(
                settings.host() + ":" + settings.port(),
                catalog.folder(),
                accepted,
                joined == null ? null : Fingerprint.of(joined.current().authority()));
        ClientSessionFactory clientSessions = new ClientSessionFactory(
                (LocalDesktops) resources.desktops(), resources, desktopAgents, desktopAgent::with, allowed);
        ClientRunHandler runHandler = new ClientRunHandler(
                resources, catalog, accepted, outbox, sender, sessions.apply(clientSessions), desktopAgents);
        CheckDispatcher dispatcher = new CheckDispatcher(
                runHandler,
                resources.checker(
                        (LocalDesktops) resources.desktops(),
                        (LocalDesktops) resources.desktops(),
                        allowed,
                        state,
                        "agent " + AgentNames.of(new AgentNames.Agent(identity.id(), identity.host(), false, "")),
                        catalog,
                        accepted,
                        null,
                        late::send));
        ControllerHandler handler = dispatcher;
        if (joined != null) {
            CertificateRenewal renewal =
                    new CertificateRenewal(joined, dispatcher, late::send, InstantSource.system(), refused);
            var unusedRenewal = resources
                    .backgroundTasks()
                    .scheduleWithFixedDelay(
                            GuardedTasks.guarded(renewal::tick),
                            RENEWAL.toMillis(),
                            RENEWAL.toMillis(),
                            TimeUnit.MILLISECONDS);
            handler = renewal;
        }
        LinkClient link = new LinkClient(
                settings,
                () -> hello(identity, resources.platform(), workloads.checksums(), runHandler.runId()),
                handler,
                resources.timers());
        late.set(link);
        return new ClientAgent(resources, spools, sender, link, runHandler, outbox, clientSessions, desktopAgents);
    }

    private void begin(
            AgentIdentity identity, KnownWorkloads workloads, LinkClientSettings settings, RunMarker marker) {
        ResourceSampler sampler = new ResourceSampler(
                new OshiCounters(), resources.nanoTime(), resources.wall(), resources.pauseWatch()::takeLongest);
        ScheduledExecutorService backgroundTasks = resources.backgroundTasks();
        var unusedFlushing = backgroundTasks.scheduleWithFixedDelay(
                GuardedTasks.guarded(outbox::flush), FLUSH.toMillis(), FLUSH.toMillis(), TimeUnit.MILLISECONDS);
        var unusedSampling = backgroundTasks.scheduleAtFixedRate(
                GuardedTasks.guarded(
                        () -> sampler.sample().ifPresent(health -> outbox.health(runHandler.runId(), health))),
                0,
                HEALTH.toMillis(),
                TimeUnit.MILLISECONDS);
        var unusedRepeats = backgroundTasks.scheduleWithFixedDelay(
                GuardedTasks.guarded(desktopAgents::tick), TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
        var unusedWork = backgroundTasks.scheduleWithFixedDelay(
                GuardedTasks.guarded(runHandler::reportOperations),
                HEALTH.toMillis(),
                HEALTH.toMillis(),
                TimeUnit.MILLISECONDS);
        var unusedLooking = backgroundTasks.scheduleWithFixedDelay(
                GuardedTasks.guarded(() -> {
                    marker.mark(runHandler.runId());
                    // Not while a run is measured; what has changed then is noticed after it.
                    if (runHandler.runId().isEmpty() && workloads.haveChanged()) {
                        link.reconnect("the workloads of this agent have changed");
                    }
                }),
                LOOK.toMillis(),
                LOOK.toMillis(),
                TimeUnit.MILLISECONDS);
        LOG.info("agent {} on {}: connects to {}:{}", identity.id(), identity.host(), settings.host(), settings.port());
        link.start();
    }

    /** The hello message of every agent; the default role is that of a client agent. */
    public static Hello hello(AgentIdentity identity, Platform platform, Map<String, String> checksums, String runId) {
        return Hello.newBuilder()
                .setProtocol(PROTOCOL)
                .setAgentId(identity.id())
                .setVersion(AgentVersion.text())
                .setHost(identity.host())
                .setInstance(identity.instance())
                .setRunId(runId)
                .putAllFacts(HostFacts.read(platform))
                .putAllWorkloadChecksums(checksums)
                .setRole(AgentRole.AGENT_ROLE_CLIENT)
                .addAllLabels(identity.labels())
                .setSessionLimit(identity.sessionLimit())
                .setChecks(true)
                .build();
    }

    /** Its counters and current values. */
    public AgentStatistics figures() {
        return new AgentStatistics(
                link.counts(),
                outbox.keptTimings(),
                outbox.refusedTimings(),
                desktopAgents.counts(),
                spools.bytes(),
                timings.backlog(),
                timings.backlogOfOthers(),
                spools.damagedBatches(),
                runHandler.phases(),
                resources.matcherBuffers().looks(),
                resources.probing().counts());
    }

    /** Ends all sessions, sends pending messages if possible, keeps the rest; idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LOG.info("agent stops");
        AgentShutdown.await(runHandler.end("the agent was stopped"), CLOSE_WITHIN);
        AgentShutdown.close(outbox, link, clientSessions::close, resources, spools);
        LOG.info("agent has stopped");
    }
}
