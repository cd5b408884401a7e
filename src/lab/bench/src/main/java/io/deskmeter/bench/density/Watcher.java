package io.deskmeter.bench.density;

import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.desktop.LocalSessionDesktops;
import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.probe.ProbeCounts;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.workload.plan.Planner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sessions of one row, like those of an agent; see the package. */
final class Watcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
    private static final long END_SECONDS = 20;

    /**
     * The settings.
     *
     * @param folder for its files, short, because it contains Unix sockets
     * @param updatesPerSecond of each desktop of the server
     * @param probing whether quiet screens are probed
     */
    record Settings(
            Path folder,
            ViewerKind viewer,
            ServerPlace server,
            int sessions,
            int width,
            int height,
            double updatesPerSecond,
            Probing probing) {
        long periodNanos() {
            return (long) (TimeUnit.SECONDS.toNanos(1) / updatesPerSecond);
        }
    }

    private final Settings settings;
    private final AgentResources resources;
    private final WatchJob job;
    private final SessionContext product;
    /** Also read by close() while sessions are being started. */
    private final List<Session> sessions = new CopyOnWriteArrayList<>();

    private final List<Lags> lags = new CopyOnWriteArrayList<>();
    private final AtomicInteger watching = new AtomicInteger();
    private final Semaphore starts;
    private final AtomicBoolean closed = new AtomicBoolean();
    private long probesBefore;
    private long beganAt;

    private Watcher(Settings settings, AgentResources resources, WatchJob job) throws Exception {
        this.settings = settings;
        this.resources = resources;
        this.job = job;
        this.product = resources.sessionContext(Landmarks.load(List.of(job.workload())), () -> FrameRecorder.NONE);
        this.starts = new Semaphore(settings.viewer().startsAtOnce());
    }

    static Watcher open(Settings settings) throws Exception {
        WatchJob job = WatchJob.in(settings.folder().resolve("workloads"));
        AgentResources resources = AgentResources.open(
                Platforms.here(),
                settings.folder().resolve("state"),
                settings.viewer().through());
        try {
            return new Watcher(settings, resources, job);
        } catch (Exception e) {
            resources.close();
            throw e;
        }
    }

    /**
     * Starts the sessions, some at a time.
     *
     * @param limit for all of them
     * @return the number of sessions that evaluate frames
     */
    int start(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (int i = 0; i < settings.sessions(); i++) {
            if (!starts.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return watching.get();
            }
            startOne(i);
        }
        int permits = settings.viewer().startsAtOnce();
        if (starts.tryAcquire(permits, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            starts.release(permits);
        }
        return watching.get();
    }

    private void startOne(int index) {
        Lags own = new Lags();
        lags.add(own);
        Planner planner = job.planner();
        SessionSettings how = new SessionSettings(
                index,
                index,
                1,
                settings.width(),
                settings.height(),
                iteration -> planner.iteration(index, iteration),
                tooBusy());
        Session session = new Session(how, sessionContext(own), new Starting());
        sessions.add(session);
        session.start();
    }

    /** These desktops are never stable, so the first picture counts as a logon. */
    private static Timeouts tooBusy() {
        Timeouts usual = Timeouts.DEFAULT;
        return new Timeouts(usual.logon(), Duration.ofMillis(1), usual.step(), usual.exit(), usual.closing());
    }

    /** The product's context, except the source of desktops and the recording of times. */
    private SessionContext sessionContext(Lags own) {
        LocalSessionDesktops usual = (LocalSessionDesktops) product.sessionDesktops();
        return new SessionContext(
                new LocalSessionDesktops(
                        (session, width, height) -> desktop(session),
                        usual.screens(),
                        usual.platform(),
                        usual.disk(),
                        usual.nanoTime()),
                () -> new LagScreenMatcher(product.screenMatchers().get(), own, product.nanoTime()),
                product.frameRecorders(),
                product.pool(),
                product.blocking(),
                product.timers(),
                product.nanoTime(),
                product.wall(),
                settings.probing());
    }

    private Desktop desktop(int session) throws DesktopException {
        try {
            Path own = PrivateFolder.create(settings.folder().resolve("d" + session));
            return new ServedDesktop(settings.server(), own, settings.width(), settings.height());
        } catch (IOException e) {
            throw new DesktopException("folder of desktop " + session + ": " + e + " (expected: room for it)", e);
        }
    }

    void begin() {
        beganAt = System.nanoTime();
        probesBefore = probes();
        lags.forEach(Lags::begin);
    }

    private long probes() {
        ProbeCounts counts = settings.probing().counts();
        return counts.unchanged() + counts.inconclusive();
    }

    WatchFigures end() {
        lags.forEach(Lags::end);
        long answered = probes() - probesBefore;
        return WatchFigures.of(watching.get(), lags, settings.periodNanos(), answered, System.nanoTime() - beganAt);
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        sessions.forEach(session -> session.stop(true, "over"));
        try {
            CompletableFuture.allOf(sessions.stream().map(Session::ended).toArray(CompletableFuture<?>[]::new))
                    .orTimeout(END_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            LOG.warn("sessions: not ended within {} s (expected: all)", END_SECONDS);
        }
        ServedDesktop.end(settings.folder());
        resources.close();
    }

    /** Starts the next session when one works or has failed. */
    private final class Starting implements SessionListener {
        @Override
        public void changed(SessionUpdate sessionUpdate) {
            if (sessionUpdate.cleaningUp()) {
                return; // It is told again when its desktop has ended.
            }
            switch (sessionUpdate.phase()) {
                case STARTING, READY -> {}
                case WORKING -> {
                    watching.incrementAndGet();
                    starts.release();
                }
                case FAILED -> {
                    LOG.warn("session {}: {}", sessionUpdate.session(), sessionUpdate.detail());
                    starts.release();
                }
                case LOST -> {
                    LOG.warn("session {}: lost: {}", sessionUpdate.session(), sessionUpdate.detail());
                    watching.decrementAndGet();
                }
                case FINISHED, STOPPED -> watching.decrementAndGet();
            }
        }

        @Override
        public void timed(Timing timing) {
            // The end of these operations is not awaited.
        }

        @Override
        public void sampled(Sample sample) {
            // These workloads measure responses only.
        }
    }
}
