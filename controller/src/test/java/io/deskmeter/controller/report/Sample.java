package io.deskmeter.controller.report;

import io.deskmeter.controller.point.JudgedPoint;
import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.point.PointRecord;
import io.deskmeter.controller.point.PointResources;
import io.deskmeter.measure.expect.Expectations;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.OperationSummary;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.search.CapacitySearch;
import io.deskmeter.measure.search.MeasuredPoint;
import io.deskmeter.measure.search.SearchDecision;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.Logon;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.measure.timing.Timing;
import io.deskmeter.measure.validity.PacingStatistics;
import io.deskmeter.measure.validity.PointSessions;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.measure.validity.Validity;
import io.deskmeter.measure.verdict.Judge;
import io.deskmeter.measure.verdict.PointTimings;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Expectation.Metric;
import io.deskmeter.workload.run.Expectation.Relation;
import io.deskmeter.workload.run.Load;
import io.deskmeter.workload.run.Thresholds;
import io.deskmeter.workload.run.ValidityBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A realistic run: responses that rise with the load until group A breaks, a few failures, one lost desktop. */
public final class Sample {
    private static final Instant START = Instant.parse("2026-03-14T09:26:53.589793Z");
    private static final Duration POINT = Duration.ofMinutes(4);
    private static final double RAMP_SHARE = 0.25;

    private final Random random = new Random(3);
    private final List<TimingPoint> timings = new ArrayList<>();
    private final List<MeasuredPoint> measured = new ArrayList<>();
    private final List<LoadPoint> points = new ArrayList<>();
    private final List<OperationSummary> operations = new ArrayList<>();
    private final int iterations;
    private final String workload;
    private final int hostSamples;
    private final Capacity capacity;

    /**
     * Of a run whose hosts are sampled.
     *
     * @param iterations of each session per load point
     * @param workload the name of one of the workloads, for tests of escaping
     */
    public Sample(int iterations, String workload) {
        this(iterations, workload, 240);
    }

    /**
     * Of a run whose hosts may have no agent.
     *
     * @param hostSamples of the hosts that hold the sessions; 0 where no agent runs on them
     */
    public Sample(int iterations, String workload, int hostSamples) {
        this.iterations = iterations;
        this.workload = workload;
        this.hostSamples = hostSamples;
        SearchDecision next = CapacitySearch.next(load(), measured);
        while (!(next instanceof SearchDecision.Done)) {
            int sessions = next instanceof SearchDecision.Measure measure ? measure.sessions() : last().sessions();
            measure(sessions, next instanceof SearchDecision.Extend ? 1 : 0);
            next = CapacitySearch.next(load(), measured);
        }
        this.capacity = ((SearchDecision.Done) next).capacity();
    }

    public List<TimingPoint> timings() {
        return timings;
    }

    public RunReport report(List<String> invalid) {
        return new RunReport(
                new RunReport.Run(
                        "r-20260314-092653",
                        "demo",
                        "Office demo on this machine",
                        "local",
                        42,
                        START,
                        START.plus(POINT.multipliedBy(points.size()))),
                RunVerdict.of(capacity, capacity.sessions() > 0, last().limitedBy(), last().failure(), invalid),
                RunReport.millis(Thresholds.DEFAULT),
                ordered(
                        "Load", "ramp: from 1, add 2, until a threshold breaks, at most 40",
                        "Desktops", "local, 1280 × 800",
                        "Workloads", workload + ", office/calc",
                        "Iterations", iterations + ", the first and the last do not count",
                        "Think time", "2 s ± 50 %"),
                points,
                withLogons(),
                List.of(
                        new RunReport.Stage("Check", "done", START, START.plusSeconds(2), "4 findings, none blocks"),
                        new RunReport.Stage(
                                "Prepare", "done", START.plusSeconds(2), START.plusSeconds(19), "1 agent ready")),
                List.of(
                        new RunReport.Evidence(
                                "evidence/s3-17-compute-end.png", 3, "office/calc", "compute", "timeout"),
                        new RunReport.Evidence("evidence/s2-18-drag-ok-gesture-path.png", 2, "ue/drag", "drag", "ok")),
                List.of(new RunReport.AgentInfo(
                        "a-7f31", "bench-1", "0.1.0", last().sessions(), ordered("cpus", "2", "memory", "8 GB"))),
                ordered(
                        "Operating system",
                        "Debian 12",
                        "Processor",
                        "2 × 2.4 GHz",
                        "Memory",
                        "7.8 GB",
                        "Java",
                        "17.0.12"),
                Expectations.evaluate(expected(), facts()).stream()
                        .map(RunReport.Expected::of)
                        .toList(),
                Validity.check(ValidityBounds.DEFAULT, List.of()).stream()
                        .map(RunReport.Check::of)
                        .toList(),
                sessions(),
                new RunReport.Setup(
                        "local", "1280x800", 2000, 50, Map.of(workload, "c0", "office/calc", "c1"), Map.of()),
                List.of(),
                null);
    }

    /** The logons of the whole run are an operation of their own. */
    private List<OperationSummary> withLogons() {
        LogonSummary logons = LogonSummary.of(logons(last().sessions()), Bootstrap.DEFAULT, 42);
        List<OperationSummary> all = new ArrayList<>(operations);
        all.add(new OperationSummary(
                "session",
                "logon",
                Group.C,
                last().sessions(),
                logons.count(),
                logons.failed(),
                0,
                logons.notDelivered(),
                logons.p50Ms(),
                logons.p95Ms(),
                logons.p95Ms(),
                Double.NaN));
        return all;
    }

    /** One met, one not, one inconclusive. */
    private static List<Expectation> expected() {
        return List.of(
                new Expectation(Metric.CAPACITY, Relation.AT_LEAST, 3),
                new Expectation(Metric.GROUP_A_P95, Relation.BELOW, 1),
                new Expectation(Metric.HOST_CPU, Relation.AT_MOST, 0.85));
    }

    private RunFacts facts() {
        return new RunFacts(
                capacity,
                measured.stream()
                        .map(point -> new RunFacts.Point(point.summary(), Double.NaN, Double.NaN))
                        .toList(),
                new RunFacts.Sessions(last().sessions(), last().sessions(), 1),
                LogonSummary.of(logons(2), Bootstrap.DEFAULT, 42));
    }

    private List<RunReport.SessionFigures> sessions() {
        List<RunReport.SessionFigures> figures = new ArrayList<>();
        for (int index = 1; index <= points.size(); index++) {
            int point = index;
            measured.get(index - 1)
                    .summary()
                    .ofSessions()
                    .forEach(session -> figures.add(new RunReport.SessionFigures(
                            point,
                            session.session(),
                            "a-7f31",
                            session.lost(),
                            session.count(),
                            session.failed(),
                            session.p50AMs(),
                            session.p95AMs(),
                            session.p50BMs(),
                            session.p95BMs(),
                            900,
                            session.withoutTiming(),
                            List.of(workload),
                            session.skipped(),
                            session.notDelivered(),
                            35.0,
                            iterations)));
        }
        return figures;
    }

    private static Load load() {
        return new Load.Ramp(1, 2, 40);
    }

    /** From now on the load points come in the opposite order, as if a search had gone down. */
    public void reverse() {
        Collections.reverse(points);
    }

    private LoadPointSummary last() {
        return measured.get(measured.size() - 1).summary();
    }

    private void measure(int sessions, int extensions) {
        int index = points.size() + 1;
        if (extensions > 0) {
            index--;
            points.remove(points.size() - 1);
            measured.remove(measured.size() - 1);
            operations.removeIf(operation -> operation.sessions() == sessions);
        } else {
            for (int session = 0; session < sessions; session++) {
                session(index, sessions, session);
            }
        }
        int point = index;
        List<Timing> steady = timings.stream()
                .filter(t -> t.loadPoint() == point && t.steady())
                .map(TimingPoint::timing)
                .toList();
        Set<Integer> discarded = sessions == 7 ? Set.of(6) : Set.of();
        LoadPointSummary summary = Judge.judge(
                new PointTimings(sessions, discarded, steady, List.of(), false, logons(sessions)),
                Thresholds.DEFAULT,
                42 + index);
        Instant start = START.plus(POINT.multipliedBy(index - 1));
        measured.add(new MeasuredPoint(summary, extensions));
        operations.addAll(summary.operations());
        double cpu = 100 * (1 - Math.exp(-sessions / 7.0));
        points.add(LoadPoint.of(new JudgedPoint(
                new PointRecord(
                        index - 1,
                        sessions,
                        false,
                        start,
                        start.plusSeconds(60),
                        start.plus(POINT),
                        extensions,
                        new PointResources(
                                hostSamples,
                                cpu,
                                Math.min(100, cpu * 1.15),
                                900 + 310 * sessions,
                                7987,
                                0.8 + 0.25 * sessions,
                                180 + 4 * sessions,
                                0.5,
                                1.5 * sessions,
                                0.01,
                                0.2,
                                new PointResources.Generator("farm", 240, 4.0 * sessions, 0.8 + 0.25 * sessions),
                                12.5),
                        Map.of(),
                        List.copyOf(discarded),
                        new PointSessions(sessions, 0, discarded.size(), sessions - discarded.size(), sessions - 0.5),
                        logons(sessions),
                        null,
                        "",
                        "",
                        Map.of(),
                        Map.of()),
                summary,
                PacingStatistics.of(steady, Map.of()))));
    }

    private static List<Logon> logons(int sessions) {
        List<Logon> logons = new ArrayList<>();
        for (int session = 0; session < sessions; session++) {
            logons.add(new Logon(session, Ending.OK, 900 + 300 * (session % 2)));
        }
        return logons;
    }

    private void session(int index, int sessions, int session) {
        double slow = Math.exp(sessions * 0.11) * Math.exp(0.12 * random.nextGaussian());
        for (int iteration = 0; iteration < iterations; iteration++) {
            double share = RAMP_SHARE + (1 - RAMP_SHARE) * (iteration + random.nextDouble()) / iterations;
            Instant at = START.plus(POINT.multipliedBy(index - 1)).plusMillis((long) (share * POINT.toMillis()));
            boolean steady = iteration > 0 && iteration < iterations - 1;
            add(index, session, iteration, steady, workload, "open", Group.B, 900 * slow, at);
            add(index, session, iteration, steady, workload, "modify", Group.A, 60 * slow, at.plusSeconds(6));
            add(index, session, iteration, steady, "office/calc", "compute", Group.A, 190 * slow, at.plusSeconds(12));
            add(index, session, iteration, steady, "office/calc", "save", Group.B, 500 * slow, at.plusSeconds(20));
        }
    }

    private void add(
            int index,
            int session,
            int iteration,
            boolean steady,
            String workload,
            String operation,
            Group group,
            double meanMs,
            Instant at) {
        boolean ok = random.nextInt(400) != 0;
        long response = (long) (1e6 * meanMs * Math.exp(0.25 * random.nextGaussian()));
        Timing timing = Timing.builder(workload, operation, group, ok ? Outcome.OK : Outcome.TIMEOUT)
                .session(session)
                .sequence(timings.size() + 1)
                .iteration(iteration)
                .wallFiredAt(at)
                .thinkNanos(2_000_000_000L)
                .intendedAt(1_000_000_000L)
                .firedAt(1_001_500_000L)
                .lastWithoutAt(ok ? 1_001_500_000L + response - 8_000_000 : Timing.NEVER)
                .shownAt(ok ? 1_001_500_000L + response : Timing.NEVER)
                .detail(ok ? "" : "not seen within 60 s")
                .build();
        timings.add(new TimingPoint(index, steady, timing));
    }

    private static Map<String, String> ordered(String... namesAndValues) {
        Map<String, String> ordered = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            ordered.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return ordered;
    }
}
