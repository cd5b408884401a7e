package io.deskmeter.e2e;

import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.screen.program.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * A session on a local desktop that starts the application of one workload many times, and in which the application is
 * killed each time but the last.
 */
final class KilledStarts implements SessionListener, AutoCloseable {
    private static final long SESSION_MINUTES = 20;

    /** Until then the input has been sent, and few answers have come. */
    private static final long INTO_OPERATION_MILLIS = 5;

    private static final long BETWEEN_LOOKS_MILLIS = 10;

    /** Shells and programs that only start the application have less in memory. */
    private static final long LEAST_APPLICATION_BYTES = 16L << 20;

    private static final long PAGE_BYTES = 4096;

    private final WorkloadSessions sessions;
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

    private KilledStarts(WorkloadSessions sessions, int starts) throws Exception {
        this.sessions = sessions;
        this.starts = starts;
        this.operations = sessions.operations();
        this.mark = sessions.mark();
    }

    /** @param state the folder of its desktop, with a short name */
    static KilledStarts open(Path state, String id, int starts) throws Exception {
        return new KilledStarts(WorkloadSessions.open(state, id), starts);
    }

    /** To its end; the last phase. */
    SessionUpdate.Phase work() throws Exception {
        return sessions.start(starts, this).get(SESSION_MINUTES, TimeUnit.MINUTES);
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

    /**
     * As soon as it runs: at the first operation its start has only begun. At the last one it may have closed itself
     * already.
     */
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
        sessions.close();
    }

    /** All that happened, for people. */
    @Override
    public String toString() {
        return sessions.workloadId() + "\n" + String.join("\n", killed) + "\n"
                + timings.stream().map(CollectedResults::line).collect(Collectors.joining("\n"));
    }
}
