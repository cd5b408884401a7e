package io.deskmeter.bench.sim.synthetic;

import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The sessions of one agent, each of which measures operations at a fixed rate: synthetic timings cost almost nothing,
 * so one machine can run ten thousand sessions beside the controller. Logs each timing before it is sent. Used by one
 * thread.
 */
public final class PacedSessions {
    private final SyntheticResponses synthetic;
    private final TimingKeys made;
    private final TimingKeys madeSamples;
    private final Duration each;
    private final InstantSource wall;
    private final PriorityQueue<Due> due = new PriorityQueue<>((a, b) -> Long.compare(a.at, b.at));

    /**
     * Without sessions yet.
     *
     * @param made notes all timings
     * @param madeSamples notes all samples of metrics
     * @param each from an operation to the next
     */
    public PacedSessions(
            SyntheticResponses synthetic, TimingKeys made, TimingKeys madeSamples, Duration each, InstantSource wall) {
        this.synthetic = synthetic;
        this.made = made;
        this.madeSamples = madeSamples;
        this.each = each;
        this.wall = wall;
    }

    /** Receives the changes of sessions. */
    interface Heard {
        void began(int session, int iteration);

        void measured(Timing timing, List<Sample> samples);

        /** It has completed all its iterations. */
        void finished(int session, int iterations);
    }

    private static final class Due {
        private final int session;
        private final int iterations;
        private int iteration;
        private long at;
        private Iterator<Timing> timings = List.<Timing>of().iterator();

        private Due(int session, int iterations, long at) {
            this.session = session;
            this.iterations = iterations;
            this.at = at;
        }
    }

    /** @param iterations after which it ends, 0: never */
    void start(int session, int iterations, long nanos) {
        due.add(new Due(session, iterations, nanos));
    }

    /** Runs sessions until an instant; sessions that are missing in the set have stopped. */
    void until(long nanos, Set<Integer> live, Heard heard) {
        for (Due next = due.peek(); next != null && next.at <= nanos; next = due.peek()) {
            due.remove();
            if (live.contains(next.session) && step(next, heard)) {
                next.at += each.toNanos();
                due.add(next);
            }
        }
    }

    private boolean step(Due session, Heard heard) {
        if (session.timings.hasNext()) {
            Timing timing = session.timings.next();
            List<Sample> samples = synthetic.samples(timing);
            made.add(timing.session(), timing.sequence());
            samples.forEach(sample -> madeSamples.add(sample.session(), sample.sequence()));
            heard.measured(timing, samples);
        }
        if (!session.timings.hasNext()) {
            if (session.iterations > 0 && session.iteration == session.iterations) {
                heard.finished(session.session, session.iterations);
                return false;
            }
            begin(session, heard);
        }
        return true;
    }

    private void begin(Due session, Heard heard) {
        int iteration = session.iteration++;
        heard.began(session.session, iteration);
        Instant now = wall.instant();
        session.timings = synthetic
                .iteration(session.session, iteration, now, now.plus(each.multipliedBy(SimWorkload.OPERATIONS)))
                .iterator();
    }
}
