package io.deskmeter.testkit.freeze;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops a process of this machine for some time of each period, with SIGSTOP and SIGCONT, and keeps when it did, until
 * the process ends. Thread-safe.
 */
public final class FreezeSchedule implements AutoCloseable {
    private static final double PERCENT = 100;
    private static final long PATIENCE_SECONDS = 5;
    private static final long NEVER = Long.MIN_VALUE;

    private final ProcessHandle process;
    private final List<Span> stopped = new ArrayList<>();
    private long stoppedAt = NEVER;
    private boolean over;
    private @Nullable IOException failure;

    private record Span(long from, long to) {
        long within(long begin, long end) {
            return Math.max(0, Math.min(to, end) - Math.max(from, begin));
        }
    }

    private FreezeSchedule(ProcessHandle process) {
        this.process = process;
    }

    /**
     * Begins with the first period. Each begins with half of the time in which the process runs, so that it runs at
     * first and at last.
     *
     * @param timers run short tasks
     * @param frozen of each period; zero for never
     */
    public static FreezeSchedule begin(
            ProcessHandle process, Duration frozen, Duration period, ScheduledExecutorService timers) {
        FreezeSchedule schedule = new FreezeSchedule(process);
        if (!frozen.isZero()) {
            long run = period.minus(frozen).toNanos();
            var unusedStop =
                    timers.scheduleAtFixedRate(schedule::stop, run / 2, period.toNanos(), TimeUnit.NANOSECONDS);
            var unusedContinue = timers.scheduleAtFixedRate(
                    schedule::go, run / 2 + frozen.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        }
        return schedule;
    }

    private synchronized void stop() {
        if (!over) {
            signal("-STOP");
            stoppedAt = over ? NEVER : System.nanoTime();
        }
    }

    private synchronized void go() {
        if (stoppedAt != NEVER) {
            signal("-CONT");
            stopped.add(new Span(stoppedAt, System.nanoTime()));
            stoppedAt = NEVER;
        }
    }

    private void signal(String which) {
        try {
            Process kill = new ProcessBuilder("kill", which, Long.toString(process.pid()))
                    .inheritIO()
                    .start();
            boolean sent = kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && kill.exitValue() == 0;
            if (!sent && !process.isAlive()) {
                // It ended since: what has ended is not stopped.
                over = true;
            } else if (!sent) {
                throw new IOException("kill " + which + " " + process.pid() + ": failed (expected: exit 0)");
            }
        } catch (IOException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * For how much of that time the process was stopped, in percent.
     *
     * @param from in nanoseconds of {@link System#nanoTime}
     * @param to not after now
     * @throws IOException if a signal could not be sent
     */
    public synchronized double share(long from, long to) throws IOException {
        if (failure != null) {
            throw failure;
        }
        long sum = stopped.stream().mapToLong(span -> span.within(from, to)).sum();
        long running = stoppedAt == NEVER ? 0 : new Span(stoppedAt, to).within(from, to);
        return PERCENT * (sum + running) / (to - from);
    }

    /** The process runs from now on. */
    @Override
    public synchronized void close() {
        over = true;
        go();
    }
}
