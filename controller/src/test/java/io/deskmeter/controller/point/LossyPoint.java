package io.deskmeter.controller.point;

import io.deskmeter.measure.point.OperationCount;
import io.deskmeter.measure.point.OperationPlan;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.PointSessions;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.workload.ThinkTime;
import io.deskmeter.workload.WorkloadProfile;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.targets.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * A load point of which a fifth ended in one way, and all else well: what each consumer of results is given to see
 * whether it leaves that way out. In each iteration a session opens an application (group B) and computes (group A),
 * which gives a sample; the iteration gives another one.
 */
public final class LossyPoint {
    public static final int SESSIONS = 20;
    public static final int ITERATIONS = 10;

    /** Operations of each group that are planned. */
    public static final int PLANNED = SESSIONS * ITERATIONS;

    /** So many of them are lost. */
    public static final int LOST = PLANNED / 5;

    /** So many logons: each is one of its session, so a few may be chance. */
    public static final int LOST_LOGONS = 3 * SESSIONS / 10;

    public static final Metric SIMILARITY = MetricSource.PICTURE_SIMILARITY.metric();
    public static final Metric UNRESPONSIVE = MetricSource.UNRESPONSIVE.metric();
    public static final MetricPlan METRICS = new MetricPlan(
            List.of(SIMILARITY, UNRESPONSIVE),
            List.of(new SampledOperation("office/calc", "compute", SIMILARITY.id())));

    private static final Instant START = Instant.parse("2026-03-14T09:26:53Z");
    private static final int KEPT = ITERATIONS - 2;

    /** How the fifth ended. */
    public enum Loss {
        /** It computed for too long. */
        FAILED,
        /** The application did not open, so nothing was computed. */
        NOT_REACHED,
        /** All desktops were lost before their last two iterations. */
        LOST,
        /** Deskmeter spoilt the opening, so nothing was computed. */
        SPOILT,
        /** The timing of the opening was lost on its way, and nothing was computed: why, nobody knows. */
        REASON_NOT_DELIVERED,
        /** Nothing came of the last two iterations, though the sessions were there. */
        NOT_DELIVERED,
        /** All was well, but samples of the picture have no value. */
        UNKNOWN,
        /** Logons were refused. */
        NO_LOGON,
        /** The results of logons were lost. */
        LOGON_NOT_DELIVERED;

        /** Whether it is the platform's, or nobody knows how the platform would have done. */
        public boolean isOfPlatform() {
            return this == FAILED || this == NOT_REACHED || this == LOST || this == NO_LOGON;
        }

        /** Whether responses of group A ended so. */
        public boolean isOfResponses() {
            return !isOfLogons() && this != UNKNOWN;
        }

        /** The same, if it is the platform's. */
        public boolean isOfPlatformsResponses() {
            return isOfResponses() && isOfPlatform();
        }

        /** Whether samples of the picture ended so. */
        public boolean isOfSamples() {
            return !isOfLogons();
        }

        /** Whether whole iterations did. */
        public boolean isOfIterations() {
            return this == LOST || this == NOT_DELIVERED;
        }

        public boolean isOfLogons() {
            return this == NO_LOGON || this == LOGON_NOT_DELIVERED;
        }
    }

    private static final Map<Optional<Loss>, LossyPoint> MADE = new ConcurrentHashMap<>();

    private final List<Timing> timings = new ArrayList<>();
    private final List<Sample> samples = new ArrayList<>();
    private final List<Logon> logons = new ArrayList<>();
    private final int planned;
    private final boolean desktopsLost;
    private final JudgedPoint judged;

    /** @param loss empty: the fifth was never planned */
    private LossyPoint(Optional<Loss> loss) {
        this.planned = loss.isEmpty() || loss.get().isOfLogons() ? KEPT : ITERATIONS;
        this.desktopsLost = loss.filter(how -> how == Loss.LOST).isPresent();
        for (int session = 0; session < SESSIONS; session++) {
            session(session, loss);
        }
        this.judged = judge(record("", ""));
    }

    /** One of which a fifth ended so. */
    public static LossyPoint with(Loss loss) {
        return MADE.computeIfAbsent(Optional.of(loss), LossyPoint::new);
    }

    /** What one that leaves the fifth out would see. */
    public static LossyPoint without() {
        return MADE.computeIfAbsent(Optional.empty(), LossyPoint::new);
    }

    private void session(int session, Optional<Loss> loss) {
        long sequence = 0;
        for (int iteration = 0; iteration < KEPT; iteration++) {
            sequence = iteration(session, iteration, sequence, 0.99);
        }
        boolean logonLost = loss.filter(Loss::isOfLogons).isPresent() && session < LOST_LOGONS;
        if (logonLost) {
            logons.add(
                    new Logon(session, loss.get() == Loss.NO_LOGON ? Ending.FAILED : Ending.NOT_DELIVERED, Double.NaN));
        } else {
            logons.add(new Logon(session, Ending.OK, 8_000));
        }
        for (int iteration = KEPT; iteration < planned; iteration++) {
            sequence = lossy(session, iteration, sequence, loss.orElseThrow());
        }
    }

    private long lossy(int session, int iteration, long sequence, Loss loss) {
        switch (loss) {
            case FAILED -> {
                add(session, iteration, sequence + 1, "open", Outcome.OK);
                add(session, iteration, sequence + 2, "compute", Outcome.TIMEOUT);
                responsive(session, iteration);
            }
            case NOT_REACHED, SPOILT -> {
                boolean spoilt = loss == Loss.SPOILT;
                add(session, iteration, sequence + 1, "open", spoilt ? Outcome.HARNESS_ERROR : Outcome.TIMEOUT);
                add(session, iteration, sequence + 2, "compute", Outcome.SKIPPED);
                responsive(session, iteration);
            }
            case REASON_NOT_DELIVERED -> {
                add(session, iteration, sequence + 2, "compute", Outcome.SKIPPED);
                responsive(session, iteration);
            }
            case UNKNOWN -> iteration(session, iteration, sequence, Double.NaN);
            default -> {
                // Nothing came.
            }
        }
        return sequence + 2;
    }

    private long iteration(int session, int iteration, long sequence, double similarity) {
        add(session, iteration, sequence + 1, "open", Outcome.OK);
        add(session, iteration, sequence + 2, "compute", Outcome.OK);
        sample(session, iteration, "office/calc", "compute", SIMILARITY, sequence + 2, similarity);
        responsive(session, iteration);
        return sequence + 2;
    }

    private void responsive(int session, int iteration) {
        sample(session, iteration, "", "", UNRESPONSIVE, Sample.NO_TIMING, 0.5);
    }

    private void sample(
            int session, int iteration, String workload, String operation, Metric metric, long timing, double value) {
        boolean known = !Double.isNaN(value);
        samples.add(Sample.builder(metric.id())
                .session(session)
                .sequence(samples.size() + 1L)
                .iteration(iteration)
                .operation(workload, operation)
                .timing(timing)
                .during(0, 1)
                .value(value, known ? 0 : Double.NaN)
                .unknown(known ? "" : "it had not come to rest")
                .build());
    }

    private void add(int session, int iteration, long sequence, String operation, Outcome outcome) {
        boolean ok = outcome == Outcome.OK;
        long millis = operation.equals("open") ? 900 : 200;
        timings.add(Timing.builder("office/calc", operation, operation.equals("open") ? Group.B : Group.A, outcome)
                .session(session)
                .sequence(sequence)
                .iteration(iteration)
                .wallFiredAt(START.plusSeconds(60 + iteration))
                .thinkNanos(2_000_000_000L)
                .intendedAt(0)
                .firedAt(outcome == Outcome.SKIPPED ? Timing.NEVER : 0)
                .lastWithoutAt(ok ? 1 : Timing.NEVER)
                .shownAt(ok ? millis * 1_000_000 : Timing.NEVER)
                .build());
    }

    /** All that came, by session, in order. */
    public List<Timing> timings() {
        return List.copyOf(timings);
    }

    public List<Sample> samples() {
        return List.copyOf(samples);
    }

    public List<Logon> logons() {
        return List.copyOf(logons);
    }

    /** With limits of 0.9 on the similarity of the picture and 5 % on the time that desktops do not respond. */
    public RunProfile profile() {
        return RunProfile.builder(
                        "test",
                        new WorkloadProfile(
                                "office",
                                List.of("office/calc"),
                                ITERATIONS,
                                0,
                                0,
                                new ThinkTime(Duration.ofSeconds(2), 0.5),
                                WorkloadProfile.Order.FIXED,
                                7),
                        new Target.LocalDesktops(1280, 800),
                        new Load.Fixed(SESSIONS))
                .title("A test")
                .thresholds(new Thresholds(
                        Duration.ofSeconds(1), Duration.ofSeconds(6), Optional.of(Duration.ofSeconds(30))))
                .limits(Map.of(SIMILARITY.id(), 0.9, UNRESPONSIVE.id(), 5.0))
                .build();
    }

    private OperationPlan plan() {
        return OperationPlan.of(
                List.of(
                        new OperationCount("office/calc", "open", Group.B, 1),
                        new OperationCount("office/calc", "compute", Group.A, 1)),
                profile().workloads(),
                Map.of());
    }

    private PointRecord record(String notJudged, String endedEarly) {
        Map<Integer, CountedRange> counted = new HashMap<>();
        for (int session = 0; session < SESSIONS; session++) {
            counted.put(session, new CountedRange(0, planned));
        }
        List<Integer> discarded =
                desktopsLost ? IntStream.range(0, SESSIONS).boxed().toList() : List.of();
        return new PointRecord(
                0,
                SESSIONS,
                false,
                START,
                START.plusSeconds(60),
                START.plusSeconds(120),
                0,
                new PointResources(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null),
                counted,
                discarded,
                PointSessions.all(SESSIONS),
                logons,
                null,
                notJudged,
                endedEarly,
                Map.of(),
                Map.of());
    }

    private JudgedPoint judge(PointRecord record) {
        return LoadPointJudge.judge(record, timings, plan(), new PointSamples(METRICS, samples), profile());
    }

    /** The same if its iterations were stopped, because it had failed already. */
    JudgedPoint endedEarly() {
        return judge(record("", "it had failed already"));
    }

    /** The same if it had been decided during the run that it says nothing of the platform. */
    JudgedPoint notJudged(String why) {
        return judge(record(why, ""));
    }

    /** As its verdict came out. */
    public JudgedPoint judged() {
        return judged;
    }

    /** How many iterations of each session count. */
    public static int iterations(JudgedPoint judged) {
        return judged.record().counted().values().iterator().next().length();
    }

    /** What each session gave of a metric. */
    public List<SampledSession> bySession(Metric metric) {
        List<Sample> own = samples.stream()
                .filter(sample -> sample.metric().equals(metric.id()))
                .toList();
        return LoadPointJudge.bySession(record("", ""), timings, plan(), new PointSamples(METRICS, own), metric);
    }
}
