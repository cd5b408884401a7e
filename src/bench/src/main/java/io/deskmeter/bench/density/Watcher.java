package io.deskmeter.bench.density;

import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.DesktopException;
import io.deskmeter.agent.evidence.Film;
import io.deskmeter.agent.run.Machinery;
import io.deskmeter.agent.session.LocalWorkplaces;
import io.deskmeter.agent.session.Patience;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionNews;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.Surroundings;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.measure.Timing;
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

/** The sessions of one row, as an agent has them; see the package. */
final class Watcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);
    private static final long END_SECONDS = 20;

    /**
     * What to watch.
     *
     * @param folder of this watcher's own, short, since Unix sockets lie below it
     * @param updatesPerSecond that the server makes of each desktop
     */
    record Settings(
            Path folder,
            ViewerKind viewer,
            ServerPlace server,
            int sessions,
            int width,
            int height,
            double updatesPerSecond) {
        long periodNanos() {
            return (long) (TimeUnit.SECONDS.toNanos(1) / updatesPerSecond);
        }
    }

    private final Settings settings;
    private final Machinery machinery;
    private final WatchJob job;
    private final Surroundings product;
    /** Also read by who closes while sessions are being started. */
    private final List<Session> sessions = new CopyOnWriteArrayList<>();

    private final List<Lags> lags = new CopyOnWriteArrayList<>();
    private final AtomicInteger watching = new AtomicInteger();
    private final Semaphore starts;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Watcher(Settings settings, Machinery machinery, WatchJob job) throws Exception {
        this.settings = settings;
        this.machinery = machinery;
        this.job = job;
        this.product = machinery.surroundings(Landmarks.load(List.of(job.workload())), () -> Film.NONE);
        this.starts = new Semaphore(settings.viewer().startsAtOnce());
    }

    static Watcher open(Settings settings) throws Exception {
        WatchJob job = WatchJob.in(settings.folder().resolve("workloads"));
        Machinery machinery = Machinery.open(
                settings.folder().resolve("state"), settings.viewer().through());
        try {
            return new Watcher(settings, machinery, job);
        } catch (Exception e) {
            machinery.close();
            throw e;
        }
    }

    /**
     * Starts the sessions, some at a time.
     *
     * @param limit for all of them
     * @return how many watch
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
                1,
                settings.width(),
                settings.height(),
                iteration -> planner.iteration(index, iteration),
                restless());
        Session session = new Session(how, surroundings(own), new Starting());
        sessions.add(session);
        session.start();
    }

    /** These desktops never rest, so that the first picture must do for a logon. */
    private static Patience restless() {
        Patience usual = Patience.DEFAULT;
        return new Patience(usual.logon(), Duration.ofMillis(1), usual.step(), usual.exit(), usual.closing());
    }

    /** The product's, but for where desktops are and who takes notes. */
    private Surroundings surroundings(Lags own) {
        LocalWorkplaces usual = (LocalWorkplaces) product.workplaces();
        return new Surroundings(
                new LocalWorkplaces(
                        (session, width, height) -> desktop(session),
                        usual.screens(),
                        usual.platform(),
                        usual.disk(),
                        usual.nanoTime()),
                () -> new LagSight(product.sights().get(), own, product.nanoTime()),
                product.films(),
                product.pool(),
                product.blocking(),
                product.timers(),
                product.nanoTime(),
                product.wall());
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
        lags.forEach(Lags::begin);
    }

    WatchFigures end() {
        lags.forEach(Lags::end);
        return WatchFigures.of(watching.get(), lags, settings.periodNanos());
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
        machinery.close();
    }

    /** Lets the next session start when one works or has failed. */
    private final class Starting implements SessionListener {
        @Override
        public void changed(SessionNews news) {
            switch (news.phase()) {
                case STARTING, READY -> {}
                case WORKING -> {
                    watching.incrementAndGet();
                    starts.release();
                }
                case FAILED -> {
                    LOG.warn("session {}: {}", news.session(), news.detail());
                    starts.release();
                }
                case LOST -> {
                    LOG.warn("session {}: lost: {}", news.session(), news.detail());
                    watching.decrementAndGet();
                }
                case FINISHED, STOPPED -> watching.decrementAndGet();
            }
        }

        @Override
        public void timed(Timing timing) {
            // Nobody waits for the end of these operations.
        }
    }
}
