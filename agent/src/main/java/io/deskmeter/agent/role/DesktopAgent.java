package io.deskmeter.agent.role;

import io.deskmeter.agent.check.CheckDoor;
import io.deskmeter.agent.concurrent.Periodic;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.OwnDesktops;
import io.deskmeter.agent.dock.DockWindow;
import io.deskmeter.agent.health.HealthSampler;
import io.deskmeter.agent.health.OshiProbe;
import io.deskmeter.agent.pairing.HostNames;
import io.deskmeter.agent.pairing.PairingCodes;
import io.deskmeter.agent.pairing.PairingWindow;
import io.deskmeter.agent.run.Agent;
import io.deskmeter.agent.run.AgentIdentity;
import io.deskmeter.agent.run.LateLink;
import io.deskmeter.agent.run.Machinery;
import io.deskmeter.agent.run.Outbox;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.link.LinkClient;
import io.deskmeter.link.LinkClientSettings;
import io.deskmeter.link.TimingSender;
import io.deskmeter.link.spool.SpoolException;
import io.deskmeter.link.spool.TimingSpool;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.Place;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.x11.DisplayWatch;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.screen.x11.X11Settings;
import io.deskmeter.screen.x11.X11Target;
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
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The desktop agent as a whole: sits in a session, dials its controller, does what it is asked, and ends with its display. */
public final class DesktopAgent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopAgent.class);
    private static final Duration FLUSH = Duration.ofMillis(250);
    private static final Duration HEALTH = Duration.ofSeconds(1);
    private static final Duration CONTENT = Duration.ofSeconds(60);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(4);

    /**
     * Where it sits, and what it works with.
     *
     * @param state folder of the user's
     * @param workloads that came with the program
     * @param environment of the session
     * @param ticket of the client that started the desktop, empty where a user logged on
     * @param logOff command that ends the session, empty for the usual way
     */
    public record Settings(
            Path state,
            Optional<WorkloadCatalog> workloads,
            Map<String, String> environment,
            String ticket,
            Optional<String> logOff) {}

    private final Settings settings;
    private final AgentIdentity identity;
    private final Machinery machinery;
    private final TimingSpool spool;
    private final Outbox outbox;
    private final ContentStore store;
    private final Attendant attendant;
    private final LinkClient link;
    private final PairingCodes codes;
    private final List<String> hosts = HostNames.ofThisMachine();
    private final CompletableFuture<String> displayGone = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Place place = Place.getDefaultInstance();
    private @Nullable HealthSampler sampler;

    private DesktopAgent(
            Settings settings,
            AgentIdentity identity,
            LinkClientSettings controller,
            Machinery machinery,
            TimingSpool spool,
            PairingCodes codes)
            throws IOException {
        this.settings = settings;
        this.identity = identity;
        this.machinery = machinery;
        this.spool = spool;
        LateLink late = new LateLink();
        TimingSender sender = new TimingSender(
                spool,
                late::send,
                TimingSender.DEFAULT_WINDOW,
                failure -> LOG.error("spool: {}", failure.getMessage()));
        this.outbox = new Outbox(late::send, sender, machinery.wall());
        this.store = new ContentStore(
                settings.state.resolve("workloads"),
                settings.workloads,
                late::send,
                CONTENT,
                machinery.blocking(),
                machinery.timers());
        this.codes = codes;
        this.attendant = new Attendant(
                machinery,
                store,
                outbox,
                sender,
                DockWindow::open,
                new LogOff(settings.environment, settings.logOff),
                codes);
        Map<String, String> checksums = store.checksums();
        CheckDoor door = new CheckDoor(
                attendant,
                machinery.checker(
                        null,
                        AllowedPrograms.onlyKnownViewers(),
                        settings.state,
                        "desktop agent " + identity.id() + " on " + identity.host(),
                        late::send));
        this.link = new LinkClient(controller, () -> hello(checksums), door, machinery.timers());
        late.set(link);
    }

    /**
     * Starts.
     *
     * @throws DesktopException where there is no display here, or another agent holds the state folder
     */
    public static DesktopAgent start(AgentIdentity identity, LinkClientSettings controller, Settings settings)
            throws DesktopException, IOException {
        X11Target target = X11Target.of(settings.environment);
        X11Screens screens = new X11Screens(System::nanoTime);
        OwnDesktops desktops;
        try {
            desktops = OwnDesktops.open(settings.state.resolve("desk"), settings.environment);
        } catch (DesktopException | RuntimeException e) {
            screens.close();
            throw e;
        }
        Machinery machinery = Machinery.sitting(desktops, new OwnScreen(screens, target));
        try {
            TimingSpool spool = TimingSpool.open(settings.state.resolve("spool"));
            DesktopAgent agent = new DesktopAgent(
                    settings,
                    identity,
                    controller,
                    machinery,
                    spool,
                    new PairingWindow(screens, target, machinery.timers()));
            agent.begin(screens, target, controller);
            return agent;
        } catch (DesktopException | IOException | RuntimeException e) {
            machinery.close();
            throw e;
        }
    }

    private void begin(X11Screens screens, X11Target target, LinkClientSettings controller) throws DesktopException {
        watch(screens, target);
        every(FLUSH, outbox::flush);
        every(HEALTH, this::sample);
        LOG.info(
                "desktop agent {} on {} for {}: dials {}:{}",
                identity.id(),
                target,
                place.getUser(),
                controller.host(),
                controller.port());
        link.start();
    }

    private void watch(X11Screens screens, X11Target target) throws DesktopException {
        try {
            DisplayWatch unused =
                    screens.watch(target, X11Settings.defaults(), new Display()).get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof ScreenException ? e.getCause() : e;
            throw new DesktopException(String.valueOf(cause.getMessage()), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DesktopException("display: interrupted while connecting", e);
        }
    }

    private void every(Duration period, Runnable task) {
        var unused = machinery
                .chores()
                .scheduleWithFixedDelay(
                        Periodic.guarded(task), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Only while there is a run: an idle agent must cost nothing. On the thread of the chores. */
    private void sample() {
        String run = attendant.runId();
        if (run.isEmpty()) {
            sampler = null;
            return;
        }
        if (sampler == null) {
            sampler = new HealthSampler(new OshiProbe(), machinery.nanoTime(), machinery.wall());
        }
        sampler.sample().ifPresent(health -> outbox.health(run, health));
    }

    private Hello hello(Map<String, String> checksums) {
        return Agent.hello(identity, checksums, attendant.runId()).toBuilder()
                .setRole(AgentRole.AGENT_ROLE_DESKTOP)
                .setPlace(place)
                .build();
    }

    /** Completes when the session's display has gone, with the cause. */
    public CompletableFuture<String> displayGone() {
        return displayGone;
    }

    /** Ends what was started here, sends what can be sent, keeps the rest; idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LOG.info("desktop agent stops");
        try {
            attendant.end("the desktop agent was stopped").get(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.warn("the session did not end within {} s", CLOSE_WITHIN.toSeconds());
        } catch (ExecutionException e) {
            LOG.error("the session did not end well", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        codes.hide();
        outbox.flush();
        link.close();
        machinery.close();
        try {
            spool.close();
        } catch (SpoolException e) {
            LOG.error("spool: {}", e.getMessage());
        }
    }

    private final class Display implements DisplayWatch.Listener {
        @Override
        public void sized(int width, int height) {
            place = Place.newBuilder()
                    .setUser(System.getProperty("user.name", ""))
                    .setDomain(settings.environment.getOrDefault("USERDOMAIN", ""))
                    .setSession(settings.environment.getOrDefault("DISPLAY", ""))
                    .setWidth(width)
                    .setHeight(height)
                    .setTicket(settings.ticket)
                    .setShowsPairingCode(true)
                    .addAllHosts(hosts)
                    .build();
            attendant.sized(width, height);
        }

        @Override
        public void gone(String cause) {
            displayGone.complete(cause);
        }
    }
}
