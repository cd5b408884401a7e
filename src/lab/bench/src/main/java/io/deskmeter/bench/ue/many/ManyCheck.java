package io.deskmeter.bench.ue.many;

import com.sun.management.OperatingSystemMXBean;
import io.deskmeter.agent.client.AgentResources;
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
import io.deskmeter.measure.statistics.Quantiles;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import io.deskmeter.workload.step.Step;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Many sessions drag at once: how late the agent itself was, and whether it says so where it was too late. */
public final class ManyCheck {
    private static final String DRAG = "drag";
    private static final String LAG = "drag-lag";
    private static final double PERCENT = 100;
    private static final double P99 = 0.99;

    /** As {@code SentInputs} has it: what is later is not where it should be when the next move follows. */
    private static final double MOST_OWN_LAG = 8;

    /** How far a lag may be from that of the simulated displays. */
    private static final double MOST_LAG_ERROR = 3;

    private static final long LONGEST_MINUTES = 5;
    private static final long SECOND = 1_000_000_000;

    private final Workload workload;
    private final int sessions;
    private final Queue<Sample> samples = new ConcurrentLinkedQueue<>();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final MoveLateness lateness;
    private final int moves;

    /**
     * @param workload {@code ue/drag}
     * @param sessions that drag at once
     */
    public ManyCheck(Workload workload, int sessions) {
        this.workload = workload;
        this.sessions = sessions;
        Step.SpiralDrag drag = workload.operations().stream()
                .flatMap(operation -> operation.gesture().stream())
                .filter(Step.SpiralDrag.class::isInstance)
                .map(Step.SpiralDrag.class::cast)
                .findFirst()
                .orElseThrow();
        this.moves = drag.moves();
        this.lateness = new MoveLateness(SECOND / drag.rate(), moves);
    }

    /**
     * Drags in all sessions.
     *
     * @param folder empty, with a short name
     * @return the row of the report
     */
    public Map<String, @Nullable Object> row(Path folder) throws Exception {
        Files.createDirectories(folder);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ScheduledExecutorService display = Executors.newSingleThreadScheduledExecutor();
        long cpu = system.getProcessCpuTime();
        long from = System.nanoTime();
        try (AgentResources resources = AgentResources.open(Platforms.here(), folder.resolve("s"))) {
            Landmarks landmarks = Landmarks.load(List.of(workload));
            SessionContext context = resources
                    .sessionContext(landmarks, () -> FrameRecorder.NONE)
                    .at(desktops(folder, display, resources));
            List<Session> started = new ArrayList<>();
            for (int session = 0; session < sessions; session++) {
                started.add(start(session, context));
            }
            for (Session session : started) {
                var unused = session.ended().get(LONGEST_MINUTES, TimeUnit.MINUTES);
            }
        } finally {
            display.shutdownNow();
        }
        double cores = (double) (system.getProcessCpuTime() - cpu) / (System.nanoTime() - from);
        return row(cores);
    }

    private LocalSessionDesktops desktops(Path folder, ScheduledExecutorService display, AgentResources resources) {
        return new LocalSessionDesktops(
                (session, width, height) -> {
                    Path home = folder.resolve("d" + session);
                    try {
                        Files.createDirectories(home);
                    } catch (IOException e) {
                        throw new DesktopException("home: " + home + " cannot be made: " + e, e);
                    }
                    return new SimulatedDesktop(home, display, lateness);
                },
                (desktop, listener, executor) -> ((SimulatedDesktop) desktop).connect(listener, executor),
                Platforms.here().name(),
                resources.blocking(),
                System::nanoTime);
    }

    private Session start(int number, SessionContext context) {
        WorkloadProfile profile = new WorkloadProfile(
                "ue",
                List.of(workload.id()),
                1,
                0,
                0,
                new ThinkTime(Duration.ofMillis(500), 0),
                WorkloadProfile.Order.FIXED,
                1);
        Planner planner = new Planner(profile, List.of(workload));
        SessionSettings settings = new SessionSettings(
                number,
                number,
                1,
                SimulatedDrag.WIDTH,
                SimulatedDrag.HEIGHT,
                iteration -> planner.iteration(number, iteration),
                Timeouts.DEFAULT);
        Session session = new Session(settings, context, collecting());
        session.start();
        return session;
    }

    private SessionListener collecting() {
        return new SessionListener() {
            @Override
            public void changed(SessionUpdate change) {
                if (!change.detail().isEmpty() && !change.cleaningUp()) {
                    failures.add(change.detail());
                }
            }

            @Override
            public void timed(Timing timing) {
                if (!timing.detail().isEmpty() && timing.operation().equals(DRAG)) {
                    failures.add(timing.detail());
                }
            }

            @Override
            public void sampled(Sample sample) {
                if (sample.metric().equals(LAG)) {
                    samples.add(sample);
                }
            }
        };
    }

    private Map<String, @Nullable Object> row(double cores) {
        double[] late = lateness.millis();
        double p99 = late.length == 0 ? Double.NaN : Quantiles.of(late, P99);
        double[] errors = samples.stream()
                .filter(Sample::isKnown)
                .mapToDouble(sample -> Math.abs(sample.value() - SimulatedDrag.DELAY_MILLIS))
                .sorted()
                .toArray();
        long unknown = samples.stream().filter(sample -> !sample.isKnown()).count();
        long expected = (long) sessions * moves;
        boolean valid = unknown == 0 && samples.size() == expected && p99 <= MOST_OWN_LAG;
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", "sessions");
        row.put("case", sessions + " sessions drag, " + lateness.atOnce() + " of them at once");
        row.put("moves", late.length);
        row.put("ownLagP99Ms", p99);
        row.put("ownLagMaxMs", late.length == 0 ? Double.NaN : late[late.length - 1]);
        row.put("samplesUnknownPct", PERCENT * (expected - samples.size() + unknown) / expected);
        row.put("lagErrorP99Ms", errors.length == 0 ? Double.NaN : Quantiles.of(errors, P99));
        row.put("corePct", PERCENT * cores / sessions);
        row.put("bounds", "own lag 8 ms, lag 3 ms, none unknown");
        row.put("valid", valid);
        row.put("reason", reason(valid));
        row.put(
                "pass",
                valid
                        && lateness.atOnce() == sessions
                        && errors.length > 0
                        && Quantiles.of(errors, P99) <= MOST_LAG_ERROR);
        return row;
    }

    private String reason(boolean valid) {
        if (valid) {
            return "";
        }
        return samples.stream()
                .filter(sample -> !sample.isKnown())
                .map(Sample::unknown)
                .findFirst()
                .or(() -> failures.stream().findFirst())
                .orElse("the agent was late");
    }
}
