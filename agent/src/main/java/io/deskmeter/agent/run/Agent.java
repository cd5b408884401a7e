package io.deskmeter.agent.run;

import io.deskmeter.agent.check.CheckDoor;
import io.deskmeter.agent.concurrent.Periodic;
import io.deskmeter.agent.desk.Desks;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.health.HealthSampler;
import io.deskmeter.agent.health.OshiProbe;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.link.LinkClient;
import io.deskmeter.link.LinkClientSettings;
import io.deskmeter.link.TimingSender;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The agent as a whole: dials its controller and does what it says until closed. */
public final class Agent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Agent.class);
    private static final int PROTOCOL = 1;
    private static final Duration FLUSH = Duration.ofMillis(250);
    private static final Duration HEALTH = Duration.ofSeconds(1);

    /** Sessions end within seconds; what does not is ended with its desktop. */
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(8);

    private final Machinery machinery;
    private final TimingSpool spool;
    private final LinkClient link;
    private final Foreman foreman;
    private final Outbox outbox;
    private final Hiring hiring;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Agent(
            Machinery machinery, TimingSpool spool, LinkClient link, Foreman foreman, Outbox outbox, Hiring hiring) {
        this.machinery = machinery;
        this.spool = spool;
        this.link = link;
        this.foreman = foreman;
        this.outbox = outbox;
        this.hiring = hiring;
    }

    /**
     * Starts.
     *
     * @param state folder for unsent timings and desktops
     * @param allowed programs that profiles may name
     * @throws DesktopException where another agent holds the state folder
     * @throws SpoolException where unsent timings cannot be kept
     */
    public static Agent start(
            AgentIdentity identity,
            WorkloadCatalog catalog,
            LinkClientSettings settings,
            Path state,
            AllowedPrograms allowed)
            throws DesktopException, SpoolException {
        return start(identity, catalog, settings, state, allowed, null);
    }

    /** The same, with sessions worked by somebody else, who starts no programs. */
    public static Agent start(
            AgentIdentity identity, WorkloadCatalog catalog, LinkClientSettings settings, Path state, Workers workers)
            throws DesktopException, SpoolException {
        return start(identity, catalog, settings, state, AllowedPrograms.onlyKnownViewers(), workers);
    }

    private static Agent start(
            AgentIdentity identity,
            WorkloadCatalog catalog,
            LinkClientSettings settings,
            Path state,
            AllowedPrograms allowed,
            @Nullable Workers workers)
            throws DesktopException, SpoolException {
        Map<String, String> checksums = catalog.checksums();
        Machinery machinery = Machinery.open(state.resolve("desktops"));
        try {
            TimingSpool spool = TimingSpool.open(state.resolve("spool"));
            Agent agent = assemble(identity, catalog, checksums, settings, machinery, spool, state, allowed, workers);
            agent.begin(identity, settings);
            return agent;
        } catch (SpoolException | RuntimeException e) {
            machinery.close();
            throw e;
        }
    }

    private static Agent assemble(
            AgentIdentity identity,
            WorkloadCatalog catalog,
            Map<String, String> checksums,
            LinkClientSettings settings,
            Machinery machinery,
            TimingSpool spool,
            Path state,
            AllowedPrograms allowed,
            @Nullable Workers workers) {
        LateLink late = new LateLink();
        TimingSender sender = new TimingSender(
                spool,
                late::send,
                TimingSender.DEFAULT_WINDOW,
                failure -> LOG.error("spool: {}", failure.getMessage()));
        Outbox outbox = new Outbox(late::send, sender, machinery.wall());
        Desks desks = new Desks(late::send);
        DesktopAgentCommand desktopAgent =
                new DesktopAgentCommand(settings.host() + ":" + settings.port(), catalog.folder(), settings.token());
        Hiring hiring = new Hiring((LocalDesktops) machinery.desktops(), machinery, desks, desktopAgent::with, allowed);
        Foreman foreman = new Foreman(machinery, catalog, outbox, sender, workers == null ? hiring : workers, desks);
        CheckDoor door = new CheckDoor(
                foreman,
                machinery.checker(
                        (LocalDesktops) machinery.desktops(),
                        allowed,
                        state,
                        "agent " + identity.id() + " on " + identity.host(),
                        late::send));
        LinkClient link =
                new LinkClient(settings, () -> hello(identity, checksums, foreman.runId()), door, machinery.timers());
        late.set(link);
        return new Agent(machinery, spool, link, foreman, outbox, hiring);
    }

    private void begin(AgentIdentity identity, LinkClientSettings settings) {
        HealthSampler sampler = new HealthSampler(new OshiProbe(), machinery.nanoTime(), machinery.wall());
        ScheduledExecutorService chores = machinery.chores();
        var unusedFlushing = chores.scheduleWithFixedDelay(
                Periodic.guarded(outbox::flush), FLUSH.toMillis(), FLUSH.toMillis(), TimeUnit.MILLISECONDS);
        var unusedSampling = chores.scheduleAtFixedRate(
                Periodic.guarded(() -> sampler.sample().ifPresent(health -> outbox.health(foreman.runId(), health))),
                0,
                HEALTH.toMillis(),
                TimeUnit.MILLISECONDS);
        var unusedWork = chores.scheduleWithFixedDelay(
                Periodic.guarded(foreman::tellWork), HEALTH.toMillis(), HEALTH.toMillis(), TimeUnit.MILLISECONDS);
        LOG.info("agent {} on {}: dials {}:{}", identity.id(), identity.host(), settings.host(), settings.port());
        link.start();
    }

    /** What every agent says of itself; the role of a client is what it has unless said otherwise. */
    public static Hello hello(AgentIdentity identity, Map<String, String> checksums, String runId) {
        return Hello.newBuilder()
                .setProtocol(PROTOCOL)
                .setAgentId(identity.id())
                .setVersion(version())
                .setHost(identity.host())
                .setInstance(identity.instance())
                .setRunId(runId)
                .putAllFacts(facts())
                .putAllWorkloadChecksums(checksums)
                .setRole(AgentRole.AGENT_ROLE_CLIENT)
                .addAllLabels(identity.labels())
                .setSessionLimit(identity.sessionLimit())
                .setChecks(true)
                .build();
    }

    private static String version() {
        String version = Agent.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** What people like to know of the machine that this process is on. */
    private static Map<String, String> facts() {
        return Map.of(
                "os", System.getProperty("os.name") + " " + System.getProperty("os.version"),
                "cpus", Integer.toString(Runtime.getRuntime().availableProcessors()),
                "java", System.getProperty("java.version"));
    }

    /** Whose commands of a workload start applications here. */
    public static String platform() {
        String os = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT);
        return os.startsWith("windows") ? "windows" : os.startsWith("mac") ? "macos" : "linux";
    }

    /** What it has done so far and has now. */
    public AgentFigures figures() {
        return new AgentFigures(
                link.counts(),
                outbox.keptTimings(),
                outbox.refusedTimings(),
                spool.bytes(),
                spool.backlog(),
                spool.damagedBatches(),
                foreman.phases(),
                machinery.workbench().looks());
    }

    /** Ends all sessions, sends what can be sent, keeps the rest; idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LOG.info("agent stops");
        try {
            foreman.end("the agent was stopped").get(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("sessions did not end within {} s; their desktops are ended now", CLOSE_WITHIN.toSeconds());
        } catch (ExecutionException e) {
            LOG.error("sessions did not end well", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        outbox.flush();
        link.close();
        hiring.close();
        machinery.close();
        try {
            spool.close();
        } catch (SpoolException e) {
            LOG.error("spool: {}", e.getMessage());
        }
        LOG.info("agent has stopped");
    }
}
