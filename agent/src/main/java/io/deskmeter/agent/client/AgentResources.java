package io.deskmeter.agent.client;

import io.deskmeter.agent.accept.AcceptedWorkloads;
import io.deskmeter.agent.check.Checker;
import io.deskmeter.agent.check.ProgramCheck;
import io.deskmeter.agent.check.WorkloadCheck;
import io.deskmeter.agent.client.run.RunResources;
import io.deskmeter.agent.concurrent.AgentThreads;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.desktop.DesktopProvider;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.desktop.SoundTrials;
import io.deskmeter.agent.evidence.FrameRecorders;
import io.deskmeter.agent.pause.PauseWatch;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.session.desktop.SessionDesktops;
import io.deskmeter.agent.viewer.AllowedPrograms;
import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.landmark.TemplateScreenMatcher;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.screen.program.ProgramSearch;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all sessions of this process share: a bounded number of threads for any number of sessions, the screen connector
 * and the desktops of one state folder.
 */
public final class AgentResources implements RunResources, AutoCloseable {
    /**
     * How many starts of desktops may block at a time, and how many ends; more would only compete for the same cores.
     */
    private static final int BLOCKING_THREADS = 6;

    /**
     * Threads for copies of content: more would not make the disk faster. They are separate, because starts of desktops
     * take seconds.
     */
    private static final int DISK_THREADS = 2;

    /** The threads of a single session: for its desktop, its content, and tasks that end something. */
    private static final int CURRENT_DESKTOP_THREADS = 3;

    private static final int PICTURES_SECONDS = 3;

    private static final Logger LOG = LoggerFactory.getLogger(AgentResources.class);

    private static final LongSupplier NANO_TIME = System::nanoTime;

    private final InstantSource wall = InstantSource.system();
    private final Platform platform;
    private final DesktopProvider desktops;
    private final ScreenConnector screenConnector;
    private final Probing probing;
    private final MatcherBuffers matcherBuffers = new MatcherBuffers();
    private final ExecutorService pool;
    private final ExecutorService blocking;

    /** For what starts beside the client program of a session: a queue would be part of the logon. */
    private final ExecutorService viewers;

    private final ExecutorService cleanUp;
    private final ExecutorService disk;
    private final ExecutorService encoder;
    private final PauseWatch pauseWatch;
    private final ScheduledExecutorService timers;
    private final ScheduledExecutorService backgroundTasks;

    private AgentResources(
            Platform platform,
            DesktopProvider desktops,
            ScreenConnector screenConnector,
            Probing probing,
            ExecutorService blocking,
            ExecutorService viewers,
            PauseWatch pauseWatch) {
        this.pauseWatch = pauseWatch;
        this.viewers = viewers;
        this.platform = platform;
        this.desktops = desktops;
        this.probing = probing;
        this.screenConnector = screenConnector;
        this.pool = AgentThreads.pool("session", Runtime.getRuntime().availableProcessors() + 1);
        this.blocking = blocking;
        this.cleanUp = AgentThreads.pool("clean-up", BLOCKING_THREADS);
        this.disk = AgentThreads.pool("disk", DISK_THREADS);
        this.encoder = AgentThreads.pool("evidence", 1);
        // The moves of gestures leave from this thread, each at its instant, so it has the priority of the event loops
        // that send them.
        this.timers = AgentThreads.timers("timers", Thread.MAX_PRIORITY);
        this.backgroundTasks = AgentThreads.timers("background");
    }

    /**
     * Locks a state folder and cleans up after an earlier agent.
     *
     * @throws DesktopException if the folder cannot be used or another agent holds it
     */
    public static AgentResources open(Platform platform, Path stateFolder) throws DesktopException {
        return open(platform, stateFolder, DesktopViewer.RFB);
    }

    /**
     * The same with a viewer program.
     *
     * @throws DesktopException also if a required program is missing
     */
    public static AgentResources open(Platform platform, Path stateFolder, DesktopViewer through)
            throws DesktopException {
        Probing probing = Probing.of(System.getenv());
        ExecutorService blocking = AgentThreads.pool("blocking", BLOCKING_THREADS);
        ExecutorService viewers = AgentThreads.unbounded("viewer");
        ScreenConnector screenConnector = ScreenConnector.open(through, NANO_TIME, viewers);
        try {
            LocalDesktops desktops = through == DesktopViewer.XFREERDP
                    ? LocalDesktops.openOnPorts(platform, stateFolder)
                    : LocalDesktops.open(platform, stateFolder);
            PauseWatch pauseWatch = PauseWatch.ofGenerator(NANO_TIME);
            pauseWatch.start();
            return new AgentResources(platform, desktops, screenConnector, probing, blocking, viewers, pauseWatch);
        } catch (DesktopException | RuntimeException | Error e) {
            screenConnector.close();
            throw e;
        }
    }

    /** For an agent that runs in the desktop on which it works. Closing the resources closes all of these. */
    public static AgentResources onCurrentDesktop(
            Platform platform, DesktopProvider own, ScreenConnector screen, PauseWatch pauseWatch) {
        return new AgentResources(
                platform,
                own,
                screen,
                Probing.of(System.getenv()),
                AgentThreads.pool("blocking", CURRENT_DESKTOP_THREADS),
                AgentThreads.unbounded("viewer"),
                pauseWatch);
    }

    @Override
    public SessionContext sessionContext(Landmarks landmarks, FrameRecorders frameRecorders) {
        return new SessionContext(
                sessionDesktops(),
                () -> new TemplateScreenMatcher(landmarks, matcherBuffers),
                frameRecorders,
                pool,
                blocking,
                cleanUp,
                timers,
                NANO_TIME,
                wall,
                probing,
                pauseWatch.pauses());
    }

    /** The desktops of sessions. */
    public SessionDesktops sessionDesktops() {
        return new LocalSessionDesktops(desktops, screenConnector, platform.name(), disk, NANO_TIME);
    }

    /**
     * Notices pauses of this process; not started for an agent on its current desktop, which costs nothing while it
     * does not measure.
     */
    public PauseWatch pauseWatch() {
        return pauseWatch;
    }

    /** The platform of this process. */
    Platform platform() {
        return platform;
    }

    /** The desktops of this machine. */
    public DesktopProvider desktops() {
        return desktops;
    }

    /** The screen connector. */
    ScreenConnector screenConnector() {
        return screenConnector;
    }

    /** Shared memory for searches. */
    public MatcherBuffers matcherBuffers() {
        return matcherBuffers;
    }

    Probing probing() {
        return probing;
    }

    /**
     * Answers checks.
     *
     * @param machine that displays sessions; null for an agent that checks no targets
     * @param sounds tries the sound of sessions of this machine
     * @param allowed programs that profiles may name
     * @param state folder of the agent
     * @param where this agent, for display
     * @param workloads of this machine; null for an agent that fetches what it lacks
     * @param display of the session in which this agent runs; null for a client agent
     */
    public Checker checker(
            @Nullable LocalDesktops machine,
            SoundTrials sounds,
            AllowedPrograms allowed,
            Path state,
            String where,
            @Nullable WorkloadCatalog workloads,
            AcceptedWorkloads accepted,
            @Nullable UserDisplay display,
            Predicate<FromAgent> link) {
        ProgramSearch programs = platform.programs(System.getenv());
        return new Checker(
                new Checker.Here(
                        machine,
                        sounds,
                        state,
                        new ProgramCheck(programs, allowed, platform.name(), where),
                        workloads == null ? null : new WorkloadCheck(workloads, NANO_TIME),
                        accepted,
                        display,
                        probing),
                blocking,
                timers,
                answer -> {
                    if (!link.test(answer)) {
                        LOG.warn("check: no link for the answer; the controller may ask again");
                    }
                });
    }

    /** For what starts beside the client programs of sessions; nothing waits for a thread. */
    Executor viewers() {
        return viewers;
    }

    /** For content on disk. */
    Executor disk() {
        return disk;
    }

    /** For blocking tasks. */
    public Executor blocking() {
        return blocking;
    }

    @Override
    public Executor pool() {
        return pool;
    }

    @Override
    public Executor encoder() {
        return encoder;
    }

    @Override
    public ScheduledExecutorService timers() {
        return timers;
    }

    @Override
    public ScheduledExecutorService backgroundTasks() {
        return backgroundTasks;
    }

    @Override
    public LongSupplier nanoTime() {
        return NANO_TIME;
    }

    public InstantSource wall() {
        return wall;
    }

    /** Ends all remaining desktops; takes a few seconds at most. */
    @Override
    public void close() {
        desktops.close();
        screenConnector.close();
        pauseWatch.close();
        timers.shutdownNow();
        backgroundTasks.shutdownNow();
        pool.shutdown();
        blocking.shutdown();
        viewers.shutdown();
        cleanUp.shutdown();
        disk.shutdown();
        encoder.shutdown();
        awaitPictures();
    }

    /** The last pictures show the last failures. */
    private void awaitPictures() {
        try {
            if (!encoder.awaitTermination(PICTURES_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("evidence: the last pictures were not finished within {} s", PICTURES_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
