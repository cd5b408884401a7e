package io.deskmeter.bench.metrics;

import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.evidence.FrameRecorder;
import io.deskmeter.agent.session.LocalSessionDesktops;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionContext;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.SessionUpdate;
import io.deskmeter.agent.session.SessionUpdate.Phase;
import io.deskmeter.agent.session.Timeouts;
import io.deskmeter.agent.viewer.ScreenConnector;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.agent.watch.Probing;
import io.deskmeter.agent.watch.TemplateScreenMatcher;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** Works a workload on a desktop of this machine, over one delivery after the other. */
final class MetricsBench implements AutoCloseable {
    private static final int WIDTH = 1280;
    private static final int HEIGHT = 800;
    private static final long LONGEST_MINUTES = 30;

    /** Iterations that do not count: a program that has just started is not what a run of hours measures with. */
    private static final int WARM_UP = 1;

    /** Pictures come to rest in it; a person would take longer. */
    private static final ThinkTime THINK = new ThinkTime(Duration.ofSeconds(2), 0);

    private static final LongSupplier NANO_TIME = System::nanoTime;

    private final Workload workload;
    private final Landmarks landmarks;
    private final int iterations;
    private final MatcherBuffers matcherBuffers = new MatcherBuffers();
    private final ExecutorService pool = Executors.newFixedThreadPool(2, MetricsBench::daemon);
    private final ExecutorService blocking = Executors.newCachedThreadPool(MetricsBench::daemon);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor(MetricsBench::daemon);

    MetricsBench(Workload workload, Landmarks landmarks, int iterations) {
        this.workload = workload;
        this.landmarks = landmarks;
        this.iterations = iterations;
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "bench-metrics");
        thread.setDaemon(true);
        return thread;
    }

    /** What a session reports, the first iteration left out. */
    private static final class Notes implements SessionListener {
        private final Costs costs;
        private final List<Timing> timings = Collections.synchronizedList(new ArrayList<>());
        private final List<Sample> samples = Collections.synchronizedList(new ArrayList<>());
        private volatile String detail = "";

        private Notes(Costs costs) {
            this.costs = costs;
        }

        @Override
        public void changed(SessionUpdate sessionUpdate) {
            detail = sessionUpdate.detail();
            if (sessionUpdate.phase() == Phase.WORKING && sessionUpdate.iteration() == WARM_UP) {
                costs.reset();
            }
        }

        @Override
        public void timed(Timing timing) {
            if (timing.iteration() >= WARM_UP) {
                timings.add(timing);
            }
        }

        @Override
        public void sampled(Sample sample) {
            if (sample.iteration() >= WARM_UP) {
                samples.add(sample);
            }
        }
    }

    /**
     * One row.
     *
     * @param folder empty; of the desktop while it runs
     */
    Measured measure(Delivery delivery, Path folder) throws Exception {
        Costs costs = new Costs();
        Notes notes = new Notes(costs);
        try (LocalDesktops desktops = delivery.desktops(folder);
                ScreenConnector connector = delivery.connector(NANO_TIME, blocking)) {
            SessionContext context = new SessionContext(
                    new LocalSessionDesktops(desktops, connector, "linux", blocking, NANO_TIME),
                    () -> new CostScreenMatcher(new TemplateScreenMatcher(landmarks, matcherBuffers), costs),
                    () -> FrameRecorder.NONE,
                    pool,
                    blocking,
                    timers,
                    NANO_TIME,
                    InstantSource.system(),
                    Probing.on());
            Phase end = work(new Session(settings(), context, notes));
            if (end != Phase.FINISHED) {
                throw new IOException(delivery.words() + ": the session " + end + ": " + notes.detail
                        + " (expected: FINISHED; hint: `deskmeter agent try " + workload.id() + "`)");
            }
        }
        return Measured.of(delivery, workload, List.copyOf(notes.timings), List.copyOf(notes.samples), costs);
    }

    private static Phase work(Session session) throws Exception {
        session.start();
        try {
            return session.ended().get(LONGEST_MINUTES, TimeUnit.MINUTES);
        } catch (TimeoutException | InterruptedException e) {
            session.stop(true, "it took too long");
            session.ended().join();
            throw e;
        }
    }

    private SessionSettings settings() {
        Planner planner = new Planner(
                new WorkloadProfile(
                        "metrics", List.of(workload.id()), iterations, 0, 0, THINK, WorkloadProfile.Order.FIXED, 1),
                List.of(workload));
        return new SessionSettings(
                0,
                0,
                WARM_UP + iterations,
                WIDTH,
                HEIGHT,
                iteration -> planner.iteration(0, iteration),
                Timeouts.DEFAULT);
    }

    @Override
    public void close() {
        pool.shutdown();
        blocking.shutdown();
        timers.shutdownNow();
    }
}
