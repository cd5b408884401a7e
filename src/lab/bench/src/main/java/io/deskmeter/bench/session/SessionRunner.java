package io.deskmeter.bench.session;

import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionSettings;
import io.deskmeter.agent.session.control.SessionUpdate.Phase;
import io.deskmeter.agent.session.control.Timeouts;
import io.deskmeter.agent.session.desktop.SessionDesktops;
import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Works a workload in one session, for some iterations. */
public final class SessionRunner implements AutoCloseable {
    /** Iterations that do not count: a program that has just started is not what a run of hours measures with. */
    public static final int WARM_UP = 1;

    /** Of the desktops, in pixels. */
    public static final int WIDTH = 1280;

    /** Of the desktops, in pixels. */
    public static final int HEIGHT = 800;

    private static final long LONGEST_MINUTES = 30;

    /** Pictures come to rest in it; a person would take longer. */
    private static final ThinkTime THINK = new ThinkTime(Duration.ofSeconds(2), 0);

    private final ExecutorService pool;
    private final ExecutorService blocking;
    private final ScheduledExecutorService timers;

    /** @param name of its threads */
    public SessionRunner(String name) {
        pool = Executors.newFixedThreadPool(2, task -> daemon(name, task));
        blocking = Executors.newCachedThreadPool(task -> daemon(name, task));
        timers = Executors.newSingleThreadScheduledExecutor(task -> daemon(name, task));
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** For tasks that block, of what belongs to the session. */
    public Executor blocking() {
        return blocking;
    }

    /**
     * Returns when the session has ended, at the latest after half an hour.
     *
     * @param iterations that count; {@link #WARM_UP} come before
     * @return the last phase
     * @throws TimeoutException if it took longer; it is stopped then
     */
    public Phase run(
            Workload workload,
            int iterations,
            SessionDesktops desktops,
            Supplier<ScreenMatcher> screenMatchers,
            SessionListener listener)
            throws Exception {
        return run(settings(workload, WARM_UP + iterations, THINK), desktops, screenMatchers, listener);
    }

    /**
     * The same with a single iteration, which nothing warms up.
     *
     * @param think before each operation
     */
    public Phase runOnce(
            Workload workload,
            Duration think,
            SessionDesktops desktops,
            Supplier<ScreenMatcher> screenMatchers,
            SessionListener listener)
            throws Exception {
        return run(settings(workload, 1, new ThinkTime(think, 0)), desktops, screenMatchers, listener);
    }

    private Phase run(
            SessionSettings settings,
            SessionDesktops desktops,
            Supplier<ScreenMatcher> screenMatchers,
            SessionListener listener)
            throws Exception {
        SessionContext context = new SessionContext(
                desktops,
                screenMatchers,
                () -> FrameRecorder.NONE,
                pool,
                blocking,
                timers,
                System::nanoTime,
                InstantSource.system(),
                Probing.on());
        Session session = new Session(settings, context, listener);
        session.start();
        try {
            return session.ended().get(LONGEST_MINUTES, TimeUnit.MINUTES);
        } catch (TimeoutException | InterruptedException e) {
            session.stop(true, "it took too long");
            session.ended().join();
            throw e;
        }
    }

    private static SessionSettings settings(Workload workload, int iterations, ThinkTime think) {
        Planner planner = new Planner(
                new WorkloadProfile(
                        "bench", List.of(workload.id()), iterations, 0, 0, think, WorkloadProfile.Order.FIXED, 1),
                List.of(workload));
        return new SessionSettings(
                0, 0, iterations, WIDTH, HEIGHT, iteration -> planner.iteration(0, iteration), Timeouts.DEFAULT);
    }

    @Override
    public void close() {
        pool.shutdown();
        blocking.shutdown();
        timers.shutdownNow();
    }
}
