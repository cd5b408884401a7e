package io.deskmeter.bench.sim.synthetic;

import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.plan.PlannedOperation;
import io.deskmeter.workload.plan.Planner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Responses of a platform whose capacity is nine tenths of the sessions: the median increases with the sessions,
 * steeply beyond the knee, with a long tail. Each iteration follows the plan of a real session. Thread-safe.
 */
public final class SyntheticResponses {
    private static final double SPREAD = 0.5;
    private static final int ONE_FAILS_OF = 400;
    private static final long FRAME_NANOS = 16_000_000;

    private final Planner planner;
    private final SyntheticSamples samples;
    private final int most;
    private final long seed;
    /**
     * The highest number of a working session gives the number of sessions, because they are numbered in the order of
     * their start.
     */
    private final AtomicInteger sessions = new AtomicInteger(1);

    /** @param most sessions of the last load point, which is too many for the platform */
    public SyntheticResponses(Planner planner, int most, long seed) {
        this.planner = planner;
        this.most = most;
        this.seed = seed;
        List<Workload> workloads = planner.iteration(0, 0).stream()
                .map(PlannedOperation::workload)
                .distinct()
                .toList();
        this.samples = new SyntheticSamples(MetricPlan.of(workloads), seed);
    }

    /** The samples of metrics that belong to a timing. */
    public List<Sample> samples(Timing timing) {
        return samples.of(timing);
    }

    /** The timings of a session's iteration, distributed over the time between two instants. */
    public List<Timing> iteration(int session, int iteration, Instant from, Instant to) {
        double load = sessions.accumulateAndGet(session + 1, Math::max) / (double) most;
        SplittableRandom random = new SplittableRandom(seed + 1_000_003L * session + iteration);
        List<PlannedOperation> plan = planner.iteration(session, iteration);
        List<Timing> timings = new ArrayList<>();
        Duration each = Duration.between(from, to).dividedBy(plan.size());
        for (int i = 0; i < plan.size(); i++) {
            timings.add(timing(
                    session,
                    (long) iteration * plan.size() + i + 1,
                    plan.get(i),
                    load,
                    from.plus(each.multipliedBy(i)),
                    random));
        }
        return timings;
    }

    private static Timing timing(
            int session, long sequence, PlannedOperation planned, double load, Instant at, SplittableRandom random) {
        boolean slow = planned.operation().group() == Group.B;
        boolean failed = random.nextInt(ONE_FAILS_OF) == 0;
        double behind = Math.max(0, load - 0.9) * 10;
        double middle = (120 + 200 * load + 180 * behind) * (slow ? 5 : 1);
        long response = Math.round(middle * Math.exp(SPREAD * random.nextGaussian()) * 1e6);
        long firedAt = 1_000_000L * random.nextInt(30);
        return Timing.builder(
                        planned.workload().id(),
                        planned.operation().id(),
                        planned.operation().group(),
                        failed ? Outcome.TIMEOUT : Outcome.OK)
                .session(session)
                .sequence(sequence)
                .iteration(planned.iteration())
                .wallFiredAt(at)
                .thinkNanos(planned.think().toNanos())
                .intendedAt(0)
                .firedAt(firedAt)
                .lastWithoutAt(failed ? Timing.NEVER : firedAt + response - FRAME_NANOS)
                .shownAt(failed ? Timing.NEVER : firedAt + response)
                .detail(failed ? "not seen within 30s" : "")
                .build();
    }

    /** A resource sample of the host that runs them. */
    public double cpuPercent() {
        return Math.min(98, 8 + 88.0 * sessions.get() / most);
    }
}
