package io.deskmeter.e2e;

import io.deskmeter.agent.client.AgentResources;
import io.deskmeter.agent.evidence.FrameRecorder;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.agent.session.Session;
import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionSettings;
import io.deskmeter.agent.session.SessionUpdate;
import io.deskmeter.agent.session.Timeouts;
import io.deskmeter.agent.watch.Landmarks;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.plan.Planner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A session on a local desktop that starts the application of one workload many times, and in which the application is killed each time but the last. */
final class KilledStarts implements SessionListener, AutoCloseable {
    private static final ThinkTime THINK = new ThinkTime(Duration.ofMillis(200), 0);
    private static final long SESSION_MINUTES = 20;

    /** Until then the input has been sent, and few answers have come. */
    private static final long INTO_OPERATION_MILLIS = 5;

    private static final long BETWEEN_LOOKS_MILLIS = 10;

    /** Shells and programs that only start the application have less in memory. */
    private static final long LEAST_APPLICATION_BYTES = 16L << 20;

    private static final long PAGE_BYTES = 4096;

    private final AgentResources resources;
    private final Workload workload;
    private final Planner planner;
    private final int starts;
    private final int operations;
    private final String mark;
    private final ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
    private final Queue<Timing> timings = new ConcurrentLinkedQueue<>();
    private final Queue<String> killed = new ConcurrentLinkedQueue<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    /** Written on the session's executor, as the next. */
    private volatile int start;

    private int operation;

    private KilledStarts(AgentResources resources, Workload workload, int starts, String mark) {
        this.resources = resources;
        this.workload = workload;
        this.starts = starts;
        this.mark = mark;
        this.planner = new Planner(
                new WorkloadProfile(
                        "killed", List.of(workload.id()), starts, 0, 0, THINK, WorkloadProfile.Order.FIXED, 1),
                List.of(workload));
        this.operations = planner.iteration(0, 0).size();
    }

    /** @param state the folder of its desktop, with a short name */
    static KilledStarts open(Path state, String id, int starts) throws Exception {
        Workload workload = IncludedWorkloads.load(id);
        AgentResources resources = AgentResources.open(Platforms.here(), state);
        String mark =
                "DESKMETER_APPLICATION=" + Files.readString(state.resolve("id")).strip() + "/";
        return new KilledStarts(resources, workload, starts, mark);
    }

    /** To its end; the last phase. */
    SessionUpdate.Phase work() throws Exception {
        SessionSettings settings = new SessionSettings(
                0, 0, starts, 1280, 800, iteration -> planner.iteration(0, iteration), Timeouts.DEFAULT);
        Landmarks landmarks = Landmarks.load(List.of(workload));
        Session session = new Session(settings, resources.sessionContext(landmarks, () -> FrameRecorder.NONE), this);
        session.start();
        return session.ended().get(SESSION_MINUTES, TimeUnit.MINUTES);
    }

    /** In one start. */
    int operations() {
        return operations;
    }

    /** The operation during which the application is killed, from 0; spread over all of them. */
    int killedIn(int ofStart) {
        return ofStart * operations / (starts - 1);
    }

    /** Of one start, in their order. */
    List<Timing> timings(int ofStart) {
        return timings.stream().filter(timing -> timing.iteration() == ofStart).toList();
    }

    /** When which program was killed. */
    Queue<String> killed() {
        return killed;
    }

    /** What was not as it should be, beside the timings. */
    Queue<String> faults() {
        return faults;
    }

    @Override
    public void changed(SessionUpdate change) {
        if (change.phase() == SessionUpdate.Phase.WORKING) {
            start = change.iteration();
            operation = 0;
            List<ProcessHandle> left = Processes.carrying(mark);
            if (!left.isEmpty()) {
                faults.add("before start " + (start + 1) + " there are still " + left);
            }
        }
    }

    @Override
    public void working(int session, String name, Instant since) {
        if (name.isEmpty()) {
            return;
        }
        if (start < starts - 1 && operation == killedIn(start)) {
            Kill kill = new Kill(start, operation, name);
            var unused = killer.schedule(() -> perform(kill), INTO_OPERATION_MILLIS, TimeUnit.MILLISECONDS);
        }
        operation++;
    }

    /** Of the application, during an operation of a start. */
    private record Kill(int start, int operation, String name) {
        @Override
        public String toString() {
            return "start " + (start + 1) + ", " + name;
        }
    }

    /** As soon as it runs: at the first operation its start has only begun. At the last one it may have closed itself already. */
    private void perform(Kill kill) {
        Optional<ProcessHandle> application = application();
        boolean over = kill.start() != start;
        Optional<String> program = application.flatMap(process -> process.info().command());
        if (!over && application.isPresent() && application.get().destroyForcibly()) {
            killed.add(kill + ": " + program.orElse("a program without a path"));
        } else if (kill.operation() == operations - 1) {
            killed.add(kill + ": it had closed itself");
        } else if (over) {
            faults.add(kill + ": no application was found in time");
        } else {
            var unused = killer.schedule(() -> perform(kill), BETWEEN_LOOKS_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** The oldest of the large processes: others are its children. */
    private Optional<ProcessHandle> application() {
        return Processes.carrying(mark).stream()
                .filter(process -> residentBytes(process) >= LEAST_APPLICATION_BYTES)
                .min(Comparator.comparing((ProcessHandle process) ->
                                process.info().startInstant().orElse(Instant.MAX))
                        .thenComparing(ProcessHandle::pid));
    }

    /** None where the process has ended meanwhile. */
    private static long residentBytes(ProcessHandle process) {
        try {
            String[] pages = Files.readString(Path.of("/proc", Long.toString(process.pid()), "statm"))
                    .split(" ", -1);
            return Long.parseLong(pages[1]) * PAGE_BYTES;
        } catch (IOException ended) {
            return 0;
        }
    }

    @Override
    public void timed(Timing timing) {
        timings.add(timing);
    }

    @Override
    public void sampled(Sample sample) {
        // Response times decide here.
    }

    @Override
    public void close() {
        killer.shutdownNow();
        resources.close();
    }

    /** All that happened, for people. */
    @Override
    public String toString() {
        return workload.id() + "\n" + String.join("\n", killed) + "\n"
                + timings.stream()
                        .map(timing -> "start " + (timing.iteration() + 1) + ", " + timing.operation() + " "
                                + timing.outcome().label() + " "
                                + timing.detail().lines().findFirst().orElse(""))
                        .collect(Collectors.joining("\n"));
    }
}
