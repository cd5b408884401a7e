package io.deskmeter.agent.tryout;

import io.deskmeter.agent.session.SessionListener;
import io.deskmeter.agent.session.SessionUpdate;
import io.deskmeter.measure.Outcome;
import io.deskmeter.measure.Sample;
import io.deskmeter.measure.Timing;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints timings as they arrive. */
final class TimingTable implements SessionListener {
    private static final String ROW = "%-4s %-16s %-14s %-5s %-18s %10s %10s %8s  %s%n";

    private final PrintWriter out;
    private boolean allOk = true;

    TimingTable(PrintWriter out) {
        this.out = out;
    }

    void header() {
        out.printf(ROW, "seq", "workload", "operation", "group", "outcome", "response", "resolution", "lag", "");
        out.flush();
    }

    /** @param what the kind of screen, in words */
    void seenThrough(String what) {
        out.printf("-- seen through %s%n", what);
    }

    @Override
    public synchronized void timed(Timing timing) {
        boolean ok = timing.outcome() == Outcome.OK;
        allOk &= ok;
        out.printf(
                ROW,
                timing.sequence(),
                timing.workload(),
                timing.operation(),
                timing.group(),
                timing.outcome().label(),
                ok ? millis(timing.responseNanos()) : "-",
                ok ? millis(timing.resolutionNanos()) : "-",
                millis(timing.lagNanos()),
                timing.detail());
        out.flush();
    }

    @Override
    public synchronized void sampled(Sample sample) {
        out.printf(
                "-- %s of %s: %s%n",
                sample.metric(),
                sample.timing(),
                sample.isKnown() ? String.format(Locale.ROOT, "%.4g", sample.value()) : "unknown, " + sample.unknown());
        out.flush();
    }

    @Override
    public synchronized void changed(SessionUpdate sessionUpdate) {
        String detail = sessionUpdate.detail().isEmpty() ? "" : ": " + sessionUpdate.detail();
        switch (sessionUpdate.phase()) {
            case READY -> out.printf("-- logged on in %s%n", millis(sessionUpdate.logonNanos()));
            case WORKING -> out.printf("-- iteration %d%n", sessionUpdate.iteration());
            case STARTING -> out.printf("-- desktop starts%n");
            case FINISHED, STOPPED, LOST, FAILED ->
                out.printf("-- session %s%s%n", sessionUpdate.phase().name().toLowerCase(Locale.ROOT), detail);
        }
        out.flush();
    }

    synchronized boolean allOk() {
        return allOk;
    }

    void flush() {
        out.flush();
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}
