package io.deskmeter.bench.ingest;

import io.deskmeter.bench.controller.TimingKeys;
import io.deskmeter.bench.sim.desktop.SimWorkload;
import io.deskmeter.bench.sim.synthetic.SyntheticResponses;
import io.deskmeter.link.codec.SampleCodec;
import io.deskmeter.link.codec.TimingCodec;
import io.deskmeter.link.v1.SampleRecord;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * What the sessions of one agent measure: their iterations in turn, with samples spread evenly over the timings. Used
 * by one thread.
 */
final class MeasuredRecords {
    /** Operations without samples must not leave any over at the end. */
    private static final int AHEAD = 4 * SimWorkload.OPERATIONS;

    private final String run;
    private final SyntheticResponses synthetic;
    private final List<Integer> sessions;
    private final Instant begin;
    private final TimingKeys timingKeys = new TimingKeys();
    private final TimingKeys sampleKeys = new TimingKeys();
    private final Deque<Timing> ahead = new ArrayDeque<>();
    private int iterations;

    /**
     * Nothing measured yet.
     *
     * @param begin of the first iteration
     */
    MeasuredRecords(String run, SyntheticResponses synthetic, List<Integer> sessions, Instant begin) {
        this.run = run;
        this.synthetic = synthetic;
        this.sessions = List.copyOf(sessions);
        this.begin = begin;
    }

    /** What an agent sends at once. */
    record Batch(List<TimingRecord> timings, List<SampleRecord> samples) {
        int rows() {
            return timings.size() + samples.size();
        }
    }

    /** The following timings and samples, in batches as an agent makes them. */
    List<Batch> batches(IngestPlan.Amount amount, int size) {
        List<Batch> batches = new ArrayList<>();
        Batch open = new Batch(new ArrayList<>(), new ArrayList<>());
        int sampled = 0;
        for (int i = 1; i <= amount.timings(); i++) {
            Timing timing = next();
            timingKeys.add(timing.session(), timing.sequence());
            open.timings().add(TimingCodec.encode(run, timing));
            long due = Math.min(amount.samples(), (long) (i + AHEAD) * amount.samples() / amount.timings() + 1);
            for (Sample sample : firstOf(synthetic.samples(timing), due - sampled)) {
                sampleKeys.add(sample.session(), sample.sequence());
                open.samples().add(SampleCodec.encode(run, sample));
                sampled++;
            }
            if (open.rows() >= size || i == amount.timings()) {
                batches.add(open);
                open = new Batch(new ArrayList<>(), new ArrayList<>());
            }
        }
        if (sampled != amount.samples()) {
            throw new IllegalStateException("samples: " + sampled + " of " + amount.timings() + " timings (expected: "
                    + amount.samples() + ")");
        }
        return batches;
    }

    private static List<Sample> firstOf(List<Sample> samples, long most) {
        return samples.subList(0, (int) Math.min(samples.size(), Math.max(0, most)));
    }

    private Timing next() {
        if (ahead.isEmpty()) {
            int session = sessions.get(iterations % sessions.size());
            int iteration = iterations / sessions.size();
            Duration length = IngestPlan.think().multipliedBy(SimWorkload.OPERATIONS);
            Instant from = begin.plus(length.multipliedBy(iteration));
            ahead.addAll(synthetic.iteration(session, iteration, from, from.plus(length)));
            iterations++;
        }
        return ahead.remove();
    }

    /** All timings so far. */
    TimingKeys timingKeys() {
        return timingKeys;
    }

    /** All samples so far. */
    TimingKeys sampleKeys() {
        return sampleKeys;
    }
}
