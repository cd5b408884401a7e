package io.deskmeter.bench.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.agent.watch.probe.Probing;
import io.deskmeter.agent.watch.probe.Responsiveness;
import io.deskmeter.agent.watch.probe.ScreenProber;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.screen.shared.SerialExecutor;
import io.deskmeter.testkit.freeze.FreezeSchedule;
import io.deskmeter.testkit.screen.TestDisplay;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Stops real Xvncs on schedules, and compares the share of time in which they did not respond with the true one. */
final class FrozenDesktops implements AutoCloseable {
    /** Sessions of each desktop: so that what one costs is known, and the phases of their probes differ. */
    private static final int SESSIONS = 10;

    private static final int WIDTH = 640;
    private static final int HEIGHT = 480;
    private static final int THREADS = 2;
    private static final long CONNECT_SECONDS = 10;
    /** In percent of the time. */
    private static final double MOST_OFF = 1;
    /** A thousandth of a core. */
    private static final double MOST_MILLIS_PER_SECOND = 1;

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private static final FrameListener NOBODY = new FrameListener() {
        @Override
        public void onFrame(FrameUpdate update) {
            // Only answers are of interest.
        }

        @Override
        public void onLost(ScreenException cause) {
            // Then its probes are not answered, and the share tells it.
        }
    };

    /**
     * A schedule.
     *
     * @param frozen of each period
     */
    record Case(Duration frozen, Duration period) {
        static final List<Case> ALL = List.of(
                new Case(Duration.ZERO, Duration.ofSeconds(20)),
                new Case(Duration.ofSeconds(3), Duration.ofSeconds(20)),
                new Case(Duration.ofMillis(500), Duration.ofSeconds(5)));

        String words() {
            return frozen.isZero() ? "never" : frozen.toMillis() / 1e3 + " s of every " + period.toSeconds() + " s";
        }
    }

    private final ScheduledExecutorService timers = Executors.newScheduledThreadPool(THREADS);
    private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    private final RfbScreens screens = new RfbScreens(System::nanoTime, 1);
    private final Path folder;

    /** @param folder of the servers while they run */
    FrozenDesktops(Path folder) {
        this.folder = folder;
    }

    /** One that is watched; its executor owns it. */
    private record Watched(SerialExecutor owner, Screen screen, ScreenProber prober, Responsiveness responsiveness) {
        CompletableFuture<SeriesValue> end() {
            return CompletableFuture.supplyAsync(
                    () -> {
                        SeriesValue share = responsiveness.until(System.nanoTime());
                        prober.close();
                        screen.close();
                        return share;
                    },
                    owner);
        }
    }

    /** Watches desktops for that time; blocks. */
    Map<String, @Nullable Object> row(Case which, Duration watched)
            throws IOException, ProgramException, InterruptedException, ExecutionException {
        Path place = PrivateFolder.createIn(folder, "x");
        try (TestDisplay display = TestDisplay.xvnc(place, WIDTH, HEIGHT)) {
            List<Watched> sessions = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                sessions.add(watch(display));
            }
            ProcessHandle server = display.server().process().process().toHandle();
            long cpu = cpuNanos();
            long begun = System.nanoTime();
            try (FreezeSchedule schedule = FreezeSchedule.begin(server, which.frozen(), which.period(), timers)) {
                timers.schedule(() -> {}, watched.toNanos(), TimeUnit.NANOSECONDS)
                        .get();
                double millis = (cpuNanos() - cpu) / NANOS_PER_MILLI;
                double seconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
                List<SeriesValue> shares = new ArrayList<>();
                for (Watched session : sessions) {
                    shares.add(session.end().get());
                }
                double truth = schedule.share(begun, System.nanoTime());
                return row(which, truth, shares, millis / seconds / SESSIONS);
            }
        }
    }

    private Watched watch(TestDisplay display) throws InterruptedException, ExecutionException, IOException {
        SerialExecutor owner = new SerialExecutor(pool);
        try {
            Screen screen = screens.connect(RfbTarget.unix(display.rfb()), RfbSettings.defaults(), NOBODY, owner)
                    .get(CONNECT_SECONDS, TimeUnit.SECONDS);
            ScreenProber prober = new ScreenProber(screen, Probing.on(), timers, owner, System::nanoTime);
            return CompletableFuture.supplyAsync(() -> new Watched(owner, screen, prober, prober.keepAsking()), owner)
                    .get();
        } catch (TimeoutException e) {
            throw new IOException(
                    "Xvnc: no screen within " + CONNECT_SECONDS + " s (expected: one; hint: is the machine busy?)", e);
        }
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static Map<String, @Nullable Object> row(
            Case which, double truth, List<SeriesValue> shares, double cpuMillis) {
        double[] errors = shares.stream()
                .mapToDouble(share -> Math.abs(share.value() - truth))
                .toArray();
        double worst = 0;
        double sum = 0;
        for (int i = 0; i < errors.length; i++) {
            // One that is unknown is as wrong as can be.
            worst = Math.max(worst, Double.isNaN(errors[i]) ? Double.POSITIVE_INFINITY : errors[i]);
            sum += shares.get(i).value();
        }
        boolean cheap = !which.frozen().isZero() || cpuMillis <= MOST_MILLIS_PER_SECOND;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "unresponsive");
        row.put("case", which.words());
        row.put("sessions", shares.size());
        row.put("truePct", truth);
        row.put("measuredPct", sum / shares.size());
        row.put("worstErrorPct", Double.isInfinite(worst) ? null : worst);
        row.put("uncertaintyPct", shares.get(0).uncertainty());
        row.put("cpuMsPerSessionSecond", cpuMillis);
        row.put("pass", worst <= MOST_OFF && cheap);
        return row;
    }

    @Override
    public void close() {
        screens.close();
        timers.shutdownNow();
        pool.shutdownNow();
    }
}
