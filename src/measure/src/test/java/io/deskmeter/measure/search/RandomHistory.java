package io.deskmeter.measure.search;

import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.MissingOperations;
import io.deskmeter.measure.point.PointAccount;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Sample;
import io.deskmeter.measure.timing.SampledOperation;
import io.deskmeter.measure.timing.SampledSession;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.MetricPlan;
import io.deskmeter.measure.verdict.PointSamples;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.metric.MetricSource;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A random load point, and how each thing that it planned ended: counted while it is made, and not by the judge. */
public final class RandomHistory {
    public static final String METRIC = "picture-similarity";
    static final double LIMIT = 0.9;
    static final Thresholds THRESHOLDS =
            new Thresholds(Duration.ofSeconds(1), Duration.ofSeconds(6), Optional.of(Duration.ofSeconds(30)));

    private static final List<Group> GROUPS = List.of(Group.values());
    private static final MetricPlan METRICS = new MetricPlan(
            List.of(MetricSource.PICTURE_SIMILARITY.metric()), List.of(new SampledOperation("app0", "op0", METRIC)));
    private static final double SPOILT = 0.2;

    /** How each planned thing ended, by its line of the account. */
    public final Map<String, Map<Ending, Integer>> endings = new TreeMap<>();

    public final List<Timing> steady = new ArrayList<>();
    public final List<Sample> samples = new ArrayList<>();
    public final List<Logon> logons = new ArrayList<>();
    public final List<MissingOperations> missing = new ArrayList<>();
    public final Set<Integer> lost = new HashSet<>();
    public final int sessions;
    public final boolean endedEarly;

    private final SplittableRandom random;
    /** How much goes wrong in this history: many must go well, or no point ever passes. */
    private final double trouble;

    private final List<List<Group>> plan = new ArrayList<>();
    private long sequence;

    public RandomHistory(long seed) {
        random = new SplittableRandom(seed);
        trouble = random.nextInt(4) == 0 ? SPOILT : 0.05 * random.nextDouble() * random.nextInt(2);
        sessions = 1 + random.nextInt(4);
        endedEarly = random.nextInt(5) == 0;
        int applications = 1 + random.nextInt(3);
        for (int i = 0; i < applications; i++) {
            List<Group> operations = new ArrayList<>();
            for (int j = 1 + random.nextInt(4); j > 0; j--) {
                operations.add(GROUPS.get(random.nextInt(GROUPS.size())));
            }
            plan.add(operations);
        }
        int iterations = 1 + random.nextInt(4);
        for (int session = 0; session < sessions; session++) {
            session(session, iterations);
            logon(session);
        }
    }

    private boolean troubled() {
        return random.nextDouble() < trouble;
    }

    private void count(String line, Ending ending) {
        endings.computeIfAbsent(line, any -> new EnumMap<>(Ending.class)).merge(ending, 1, Integer::sum);
    }

    /** What the session does until it is lost, or the point is ended. */
    private void session(int session, int iterations) {
        boolean isLost = troubled();
        int planned = iterations * plan.stream().mapToInt(List::size).sum();
        int until = isLost || endedEarly ? random.nextInt(planned + 1) : planned;
        if (isLost) {
            lost.add(session);
        }
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (int application = 0; application < plan.size(); application++) {
                until = application(session, iteration, application, until);
            }
        }
    }

    private int application(int session, int iteration, int application, int until) {
        Ending failed = Ending.OK;
        int left = until;
        for (int operation = 0; operation < plan.get(application).size(); operation++, left--) {
            Group group = plan.get(application).get(operation);
            if (left <= 0) {
                withoutTiming(session, application, operation, group);
            } else if (failed != Ending.OK) {
                // What follows a failure is not reached; if it was the harness's, nobody knows how it would have been.
                add(session, iteration, application, operation, group, Outcome.SKIPPED, failed);
            } else {
                failed = operation(session, iteration, application, operation, group);
            }
        }
        return left;
    }

    /** @return how what follows of the same application ends, {@link Ending#OK} if it is worked */
    private Ending operation(int session, int iteration, int application, int operation, Group group) {
        if (!troubled()) {
            add(session, iteration, application, operation, group, Outcome.OK, Ending.OK);
            return Ending.OK;
        }
        return switch (random.nextInt(4)) {
            case 0 -> {
                add(session, iteration, application, operation, group, Outcome.TIMEOUT, Ending.FAILED);
                yield Ending.NOT_REACHED;
            }
            case 1 -> {
                add(session, iteration, application, operation, group, Outcome.APPLICATION_FAILED, Ending.FAILED);
                yield Ending.NOT_REACHED;
            }
            case 2 -> {
                add(session, iteration, application, operation, group, Outcome.HARNESS_ERROR, Ending.NOT_DELIVERED);
                yield Ending.NOT_DELIVERED;
            }
            default -> {
                // It was worked, but its timing is lost on its way.
                sequence++;
                withoutTiming(session, application, operation, group);
                yield Ending.OK;
            }
        };
    }

    private void withoutTiming(int session, int application, int operation, Group group) {
        missing.add(new MissingOperations(session, "app" + application, "op" + operation, group, 1));
        boolean isLost = lost.contains(session);
        Ending ending = isLost ? Ending.LOST : endedEarly ? Ending.ENDED_EARLY : Ending.NOT_DELIVERED;
        count(group.name(), ending);
        if (sampled(application, operation) && ending != Ending.ENDED_EARLY) {
            count(METRIC, ending);
        }
    }

    private static boolean sampled(int application, int operation) {
        return application == 0 && operation == 0;
    }

    private void add(
            int session, int iteration, int application, int operation, Group group, Outcome outcome, Ending ending) {
        long millis = 50L + random.nextInt(trouble > 0.1 ? 2_000 : 900);
        Timing timing = timing(session, ++sequence, iteration, application, operation, group, outcome, millis);
        steady.add(timing);
        count(group.name(), outcome == Outcome.OK ? Ending.of(timing, THRESHOLDS) : ending);
        if (!sampled(application, operation)) {
            return;
        }
        if (outcome == Outcome.OK) {
            sample(timing);
        } else {
            count(METRIC, ending);
        }
    }

    private void sample(Timing timing) {
        if (troubled()) {
            count(METRIC, Ending.NOT_DELIVERED);
            return;
        }
        boolean known = !troubled();
        double value = known ? 0.85 + 0.15 * random.nextDouble() : Double.NaN;
        if (known && !troubled()) {
            value = 0.9 + 0.1 * random.nextDouble();
        }
        samples.add(sample(timing, value));
        count(METRIC, !known ? Ending.UNKNOWN : value >= LIMIT ? Ending.OK : Ending.SLOW);
    }

    public static Sample sample(Timing timing, double value) {
        boolean known = !Double.isNaN(value);
        return Sample.builder(METRIC)
                .of(timing)
                .sequence(timing.sequence())
                .during(0, 1)
                .value(value, known ? 0 : Double.NaN)
                .unknown(known ? "" : "it had not come to rest")
                .build();
    }

    private void logon(int session) {
        Ending ending = troubled()
                ? List.of(Ending.FAILED, Ending.LOST, Ending.NOT_DELIVERED).get(random.nextInt(3))
                : Ending.OK;
        double millis = ending == Ending.OK ? 500 + random.nextInt(trouble > 0.1 ? 40_000 : 20_000) : Double.NaN;
        logons.add(new Logon(session, ending, millis));
        count(PointAccount.LOGONS, millis > 30_000 ? Ending.SLOW : ending);
    }

    private static Timing timing(
            int session,
            long sequence,
            int iteration,
            int application,
            int operation,
            Group group,
            Outcome outcome,
            long millis) {
        boolean ok = outcome == Outcome.OK;
        return Timing.builder("app" + application, "op" + operation, group, outcome)
                .session(session)
                .sequence(sequence)
                .iteration(iteration)
                .intendedAt(0)
                .firedAt(0)
                .lastWithoutAt(ok ? 1 : Timing.NEVER)
                .shownAt(ok ? millis * 1_000_000 : Timing.NEVER)
                .build();
    }

    /** The load point as the judge gets it. */
    PointTimings point() {
        return new PointTimings(sessions, lost, steady, missing, endedEarly, logons);
    }

    public static LoadPointSummary judge(PointTimings point, List<Sample> samples) {
        return Judge.judge(point, new PointSamples(METRICS, samples), THRESHOLDS, Map.of(METRIC, LIMIT), 7);
    }

    public LoadPointSummary judge() {
        return judge(point(), samples);
    }

    /** What each session gave of the metric. */
    public List<SampledSession> bySession() {
        return new PointSamples(METRICS, samples).bySession(METRICS.metrics().get(0), point());
    }

    /** How many things of that line ended in one of these ways. */
    public int count(String line, Set<Ending> ways) {
        return endings.getOrDefault(line, Map.of()).entrySet().stream()
                .filter(entry -> ways.contains(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
