package io.deskmeter.agent.tryout;

import io.deskmeter.agent.session.control.SessionListener;
import io.deskmeter.agent.session.control.SessionUpdate;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.targets.Calibration;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints timings and samples as they arrive; one line for all repetitions of an operation that are skipped, and for all
 * samples of a metric of one timing.
 */
final class TimingTable implements SessionListener {
    private static final String ROW = "%-5s %-16s %-14s %-5s %-18s %10s %10s %8s  %s%n";

    private final PrintWriter out;
    private final TrialNotes notes;
    private final SampleLines samples = new SampleLines();
    private boolean allOk = true;

    /** The first of the skipped repetitions that are not printed yet. */
    private @Nullable Timing skipped;

    private int repetitions;

    /** @param notes receives each timing */
    TimingTable(PrintWriter out, TrialNotes notes) {
        this.out = out;
        this.notes = notes;
    }

    void header() {
        out.printf(ROW, "seq", "workload", "operation", "group", "outcome", "response", "resolution", "lag", "");
        out.flush();
    }

    /** @param what the kind of screen, in words */
    void seenThrough(String what) {
        out.printf("-- seen through %s%n", what);
    }

    void calibrated(Calibration calibration) {
        out.printf(
                "-- calibrated by %s of %s: %s%n",
                calibration.name(),
                calibration.date(),
                Plural.of(calibration.pictures().size(), "picture"));
        out.flush();
    }

    @Override
    public synchronized void timed(Timing timing) {
        printSamples();
        boolean ok = timing.outcome() == Outcome.OK;
        allOk &= ok;
        notes.add(timing);
        Timing first = skipped;
        if (first != null && isRepetition(first, timing)) {
            repetitions++;
            return;
        }
        printSkipped();
        if (timing.outcome() == Outcome.SKIPPED) {
            skipped = timing;
            repetitions = 1;
        } else {
            print(timing, String.valueOf(timing.sequence()), timing.detail());
        }
    }

    private static boolean isRepetition(Timing first, Timing timing) {
        return timing.outcome() == Outcome.SKIPPED
                && timing.iteration() == first.iteration()
                && timing.workload().equals(first.workload())
                && timing.operation().equals(first.operation())
                && timing.detail().equals(first.detail());
    }

    private void printSkipped() {
        Timing first = skipped;
        if (first != null) {
            skipped = null;
            String count = repetitions == 1 ? "" : repetitions + " repetitions; ";
            String last = repetitions == 1 ? "" : "-" + (first.sequence() + repetitions - 1);
            print(first, first.sequence() + last, count + first.detail());
        }
    }

    private void print(Timing timing, String sequence, String detail) {
        boolean ok = timing.outcome() == Outcome.OK;
        out.printf(
                ROW,
                sequence,
                timing.workload(),
                timing.operation(),
                timing.group(),
                timing.outcome().label(),
                ok ? millis(timing.responseNanos()) : "-",
                ok ? millis(timing.resolutionNanos()) : "-",
                millis(timing.lagNanos()),
                detail);
        out.flush();
    }

    @Override
    public synchronized void sampled(Sample sample) {
        printSkipped();
        samples.add(sample).ifPresent(this::note);
    }

    private void printSamples() {
        samples.rest().ifPresent(this::note);
    }

    private void note(String line) {
        out.printf("-- %s%n", line);
        out.flush();
    }

    @Override
    public synchronized void changed(SessionUpdate sessionUpdate) {
        if (sessionUpdate.cleaningUp()) {
            return; // Its end is printed when nothing of it is left.
        }
        printSamples();
        printSkipped();
        String detail = sessionUpdate.detail().isEmpty() ? "" : ": " + sessionUpdate.detail();
        switch (sessionUpdate.phase()) {
            case READY -> out.printf("-- logged on in %s%s%n", millis(sessionUpdate.logonNanos()), detail);
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

    /**
     * After the last timing: what is still to be printed, and what an author should know of the waits and the
     * landmarks.
     */
    synchronized void finish(LookAlikeNotes sightings) {
        printSamples();
        printSkipped();
        notes.lines().forEach(this::note);
        sightings.lines().forEach(this::note);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}
