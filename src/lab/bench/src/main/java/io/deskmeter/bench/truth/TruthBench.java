package io.deskmeter.bench.truth;

import io.deskmeter.agent.watch.landmark.Landmarks;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.testkit.truth.Scene;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import javax.imageio.ImageIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs trials on truth screens. Not thread-safe. */
final class TruthBench implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TruthBench.class);
    private static final String LANDMARK = "landmarks/mark.png";
    private static final long TIMEOUT_SECONDS = 30;
    /** A row that begins with this number of failures is ended. */
    private static final int MAX_FAILURES = 3;

    private static final String WORKLOAD = """
            id: truth
            title: A landmark that appears
            application:
              linux: [ "true" ]
            operations:
              - id: appear
                group: A
                do:    { keys: a }
                until: { appears: landmarks/mark.png, within: 30s }
            """;

    private final Workload workload;
    private final Landmarks landmarks;
    private final MatcherBuffers matcherBuffers = new MatcherBuffers();
    private final ExecutorService pool;
    private final ScheduledThreadPoolExecutor timers;
    private long number;

    private TruthBench(Workload workload, Landmarks landmarks) {
        this.workload = workload;
        this.landmarks = landmarks;
        // The number of threads of an agent for its sessions.
        this.pool = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors() + 1, task -> {
            Thread thread = new Thread(task, "session");
            thread.setDaemon(true);
            return thread;
        });
        this.timers = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "timers");
            thread.setDaemon(true);
            return thread;
        });
        timers.setRemoveOnCancelPolicy(true);
    }

    /**
     * Writes a workload that waits for the scene's landmark, and reads it.
     *
     * @param folder empty
     */
    static TruthBench open(Path folder) throws IOException {
        Path home = folder.resolve("truth");
        Files.createDirectories(home.resolve("landmarks"));
        Files.writeString(home.resolve("workload.yaml"), WORKLOAD);
        ImageIO.write(Scene.mark(), "png", home.resolve(LANDMARK).toFile());
        try {
            Workload workload = WorkloadCatalog.open(folder).load("truth");
            return new TruthBench(workload, Landmarks.load(List.of(workload)));
        } catch (InvalidDocumentException | TemplateException e) {
            throw new IOException("the workload of the truth bench: " + e.getMessage(), e);
        }
    }

    /** The agent's observer, on an executor. */
    Observer agent(Probing probing, Executor executor) {
        return new AgentObserver(workload, landmarks, LANDMARK, matcherBuffers, probing, timers, executor);
    }

    /** The alternative's. */
    Observer scanLoop(Executor executor) {
        return new PollingObserver(Scene.mark(), executor);
    }

    /** Makes an observer that is called on an executor. */
    interface ObserverFactory {
        Observer make(Executor executor);
    }

    /** Receives the number of completed trials. */
    interface Progress {
        void done(int trials);
    }

    /**
     * One row: opens the truth screen and runs all trials.
     *
     * @param warmUp the number of first trials that are executed twice and count only the second time, because a JVM
     *     that has just started is slower than that of a long run
     * @param tally receives them
     */
    void row(
            TruthScreen truthScreen,
            ObserverFactory maker,
            List<Trial> trials,
            int warmUp,
            Progress progress,
            TrialStatistics tally)
            throws Exception {
        Executor executor = new SerialExecutor(pool);
        try (Observer observer = maker.make(executor);
                Screen screen = within(2 * TIMEOUT_SECONDS, "picture", truthScreen.open(observer, executor))) {
            for (Trial trial : trials.subList(0, Math.min(warmUp, trials.size()))) {
                trial(
                        truthScreen,
                        observer,
                        screen,
                        new Trial(Math.min(trial.delayNanos(), 16_000_000), trial.pauseNanos()),
                        new TrialStatistics());
            }
            int failures = 0;
            for (int i = 0; i < trials.size() && failures < MAX_FAILURES; i++) {
                failures = trial(truthScreen, observer, screen, trials.get(i), tally) ? 0 : failures + 1;
                progress.done(i + 1);
            }
        }
        tally.failedTo(trials.size(), "not tried: " + MAX_FAILURES + " trials in a row have failed");
    }

    private boolean trial(TruthScreen truthScreen, Observer observer, Screen screen, Trial trial, TrialStatistics tally)
            throws Exception {
        number++;
        try {
            truthScreen.arm(number, trial.delayNanos());
            within(TIMEOUT_SECONDS, "picture without the landmark", observer.gone());
            truthScreen.expect();
            sleep(trial.pauseNanos());
            ReportedTiming reported = within(TIMEOUT_SECONDS, "response", observer.measure(screen));
            tally.add(truthScreen.truth(number), reported);
            return true;
        } catch (TimeoutException | IOException | ScreenException | IllegalStateException e) {
            String reason = reason(e);
            LOG.warn("trial {} of {} ms failed: {}", number, trial.delayNanos() / 1_000_000, reason);
            tally.failed(reason);
            return false;
        }
    }

    /** What the future has within this time. */
    private static <T> T within(long seconds, String what, Future<T> future)
            throws InterruptedException, IOException, ScreenException {
        try {
            return future.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "no " + what + " within " + seconds + " s (expected: one; hint: the machine may be too busy)", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ScreenException lost) {
                throw lost;
            }
            throw new IOException("no " + what + ": " + reason(e), e);
        }
    }

    /** The message of an exception, or of its cause where that is what has happened. */
    static String reason(Exception failure) {
        Throwable told =
                failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
        String message = told.getMessage();
        return message == null ? told.toString() : message;
    }

    private static void sleep(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    @Override
    public void close() {
        timers.shutdownNow();
        pool.shutdown();
    }
}
