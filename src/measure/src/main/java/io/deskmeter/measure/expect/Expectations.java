package io.deskmeter.measure.expect;

import io.deskmeter.measure.expect.ExpectationResult.State;
import io.deskmeter.measure.point.GroupSummary;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.LogonSummary;
import io.deskmeter.measure.point.MetricSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.search.Capacity;
import io.deskmeter.measure.statistics.FigureFormat;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.measure.validity.RunFacts;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Expectation;
import io.deskmeter.workload.run.Expectation.Unit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Evaluates the expectations of a run profile. */
public final class Expectations {
    private final RunFacts facts;

    private Expectations(RunFacts facts) {
        this.facts = facts;
    }

    /** One result for each expectation, in their order. */
    public static List<ExpectationResult> evaluate(List<Expectation> expectations, RunFacts facts) {
        Expectations all = new Expectations(facts);
        return expectations.stream().map(all::evaluate).toList();
    }

    /**
     * A figure, and where it was taken.
     *
     * @param best what it is if all that is not known was as good as it may be
     * @param worst what it is if that was as bad as it may be
     */
    private record Seen(double value, double best, double worst, String where) {
        static Seen known(double value, String where) {
            return new Seen(value, value, value, where);
        }
    }

    private ExpectationResult evaluate(Expectation expectation) {
        if (expectation.metric() instanceof Expectation.OfMetric metric) {
            return ofPoint(expectation, (point, at) -> metric(expectation, point, metric.id(), at));
        }
        return switch ((Expectation.Metric) expectation.metric()) {
            case CAPACITY -> capacity(expectation);
            case GROUP_A_P50, GROUP_A_P95, GROUP_A_FAILED ->
                ofPoint(expectation, (point, at) -> group(expectation, point.summary(), Group.A, at));
            case GROUP_B_P50, GROUP_B_P95, GROUP_B_FAILED ->
                ofPoint(expectation, (point, at) -> group(expectation, point.summary(), Group.B, at));
            case DESKTOPS_WITHIN ->
                ofPoint(expectation, (point, at) -> result(expectation, within(point.summary(), at)));
            case LOGON_P95 -> result(expectation, logons());
            case SESSIONS_LOST -> result(expectation, lost());
            case HOST_CPU -> ofPoint(expectation, (point, at) -> result(expectation, Seen.known(point.hostCpu(), at)));
            case HARNESS_CPU ->
                ofPoint(expectation, (point, at) -> result(expectation, Seen.known(point.harnessCpu(), at)));
        };
    }

    private ExpectationResult capacity(Expectation expectation) {
        Capacity capacity = facts.capacity();
        if (capacity == null) {
            return unknown(expectation, "the run ended before a capacity was found");
        }
        String words = Plural.of(capacity.sessions(), "session");
        if (!capacity.thresholdBroken() && !toldByMore(expectation, capacity.sessions())) {
            return unknown(expectation, "at least " + words + ": no more were measured, and no threshold broke");
        }
        int faulted = faulted(capacity);
        if (expectation.holds(capacity.sessions()) != expectation.holds(capacity.sessions() + (double) faulted)) {
            return unknown(
                    expectation,
                    words + ", and " + faulted + " more that an error of Deskmeter ended: whether the platform holds"
                            + (faulted == 1 ? " that one" : " those") + " is not known");
        }
        Interval interval = capacity.interval();
        boolean doubt = expectation.holds(interval.low()) != expectation.holds(interval.high());
        String range = (int) interval.low()
                + (Double.isInfinite(interval.high()) ? " or more" : " to " + (int) interval.high());
        return new ExpectationResult(
                expectation,
                state(expectation, capacity.sessions()),
                capacity.sessions(),
                words + " (interval " + range + (doubt ? "; within the uncertainty)" : ")"));
    }

    /** Sessions that the capacity does not count since an error of Deskmeter itself ended them. */
    private int faulted(Capacity capacity) {
        return facts.decisive()
                .map(RunFacts.Point::summary)
                .filter(summary -> summary.pass() && summary.carried() == capacity.sessions())
                .map(LoadPointSummary::faulted)
                .orElse(0);
    }

    /** Whether a platform that holds more than was measured would not change the answer. */
    private static boolean toldByMore(Expectation expectation, int measured) {
        return expectation.holds(measured) == expectation.holds(Double.POSITIVE_INFINITY);
    }

    /** Says something of the load point that decides the run. */
    private interface OfPoint {
        ExpectationResult result(RunFacts.Point point, String at);
    }

    /** Every figure of a load point is one of so many sessions at work: a point that was not that tells nothing. */
    private ExpectationResult ofPoint(Expectation expectation, OfPoint figure) {
        Optional<RunFacts.Point> point = facts.decisive();
        if (point.isEmpty()) {
            return unknown(expectation, "no load point was measured");
        }
        LoadPointSummary summary = point.get().summary();
        PointFailure failure = summary.failure();
        if (failure != null) {
            return unknown(expectation, "the load point failed: " + failure.words());
        }
        if (!summary.isJudged()) {
            return unknown(expectation, "the load point was not judged: " + summary.notJudged());
        }
        if (!summary.endedEarly().isEmpty()) {
            return unknown(expectation, "the load point was ended early: " + summary.endedEarly());
        }
        return figure.result(point.get(), "at " + Plural.of(summary.sessions(), "session"));
    }

    private static ExpectationResult metric(Expectation expectation, RunFacts.Point point, String id, String at) {
        return point.summary().metrics().stream()
                .filter(metric -> metric.metric().id().equals(id))
                .findFirst()
                .map(metric -> metric(expectation, metric, at))
                .orElseGet(() -> unknown(expectation, "no workload of the run measures it"));
    }

    private static ExpectationResult metric(Expectation expectation, MetricSummary metric, String at) {
        String unit = metric.metric().unit();
        boolean open = metric.unknown() > 0 && expectation.holds(metric.best()) != expectation.holds(metric.worst());
        if (open || Double.isNaN(metric.value())) {
            String why = metric.reason().isEmpty() ? "there is no such figure" : metric.reason();
            return new ExpectationResult(expectation, State.UNKNOWN, Double.NaN, unit, why);
        }
        Interval interval = metric.interval();
        boolean doubt = expectation.holds(interval.low()) != expectation.holds(interval.high());
        String range = FigureFormat.value(unit, interval.low()) + " to " + FigureFormat.value(unit, interval.high());
        return new ExpectationResult(
                expectation,
                state(expectation, metric.value()),
                metric.value(),
                unit,
                metric.metric().statistic().word() + " " + FigureFormat.value(unit, metric.value()) + " (" + at
                        + ", 95 % interval " + range + (doubt ? ": within the uncertainty)" : ")"));
    }

    private static ExpectationResult group(Expectation expectation, LoadPointSummary summary, Group group, String at) {
        GroupSummary figures = summary.group(group);
        return switch ((Expectation.Metric) expectation.metric()) {
            case GROUP_A_FAILED, GROUP_B_FAILED -> result(expectation, failed(figures, at));
            case GROUP_A_P50, GROUP_B_P50 -> result(expectation, p50(figures, at));
            default ->
                result(
                        expectation,
                        new Seen(
                                figures.p95Ms(),
                                figures.p95BestMs(),
                                figures.p95WorstMs(),
                                at + doubt(expectation, figures) + notDelivered(figures)));
        };
    }

    /** What was not reached because something else had failed has failed for its user, too. */
    private static Seen failed(GroupSummary figures, String at) {
        double planned = figures.count() + figures.notDelivered();
        String reached = figures.skipped() == 0 ? "" : ", " + figures.skipped() + " of them not reached";
        return new Seen(
                figures.losses() / (double) figures.count(),
                figures.losses() / planned,
                (figures.losses() + figures.notDelivered()) / planned,
                figures.losses() + " of " + figures.count() + reached + " " + at + notDelivered(figures));
    }

    /** Of the median it is only known that it lies anywhere if something was not delivered. */
    private static Seen p50(GroupSummary figures, String at) {
        boolean open = figures.notDelivered() > 0;
        return new Seen(
                figures.p50Ms(),
                open ? 0 : figures.p50Ms(),
                open ? Double.POSITIVE_INFINITY : figures.p50Ms(),
                at + notDelivered(figures));
    }

    private static String notDelivered(GroupSummary figures) {
        return figures.notDelivered() == 0
                ? ""
                : "; " + Plural.of(figures.notDelivered(), "operation") + " more spoilt or lost by Deskmeter itself";
    }

    private static String doubt(Expectation expectation, GroupSummary figures) {
        Interval interval = figures.p95Ci();
        if (figures.count() == 0 || Double.isInfinite(interval.low())) {
            return "";
        }
        boolean doubt = expectation.holds(interval.low()) != expectation.holds(interval.high());
        return ", 95 % interval " + FigureFormat.seconds(interval.low()) + " to "
                + FigureFormat.seconds(interval.high()) + (doubt ? ": within the uncertainty" : "");
    }

    /** A desktop that was not lost may have been within, if what Deskmeter spoilt or lost of it had been. */
    private static Seen within(LoadPointSummary summary, String at) {
        double sessions = summary.sessions();
        int within = summary.desktopsWithinThresholds();
        int open = summary.desktopsWithinBest() - within;
        return new Seen(
                within / sessions,
                summary.desktopsWithinBest() / sessions,
                within / sessions,
                within + " of " + summary.sessions() + " " + at
                        + (open == 0 ? "" : "; " + open + " more may have been, but not all of them was delivered"));
    }

    /** Those that were refused or never came took longer than any other. */
    private @Nullable Seen logons() {
        LogonSummary logons = facts.logons();
        if (logons.count() + logons.notDelivered() == 0) {
            return null;
        }
        String failed = logons.failed() == 0 ? "" : ", " + logons.failed() + " of them did not succeed";
        return new Seen(
                logons.p95Ms(),
                logons.p95BestMs(),
                logons.p95WorstMs(),
                "of " + Plural.of(logons.count(), "logon") + failed);
    }

    private @Nullable Seen lost() {
        RunFacts.Sessions sessions = facts.sessions();
        if (sessions.asked() == 0) {
            return null;
        }
        double asked = sessions.asked();
        double share = sessions.lost() / asked;
        String faulted = sessions.faulted() == 0 ? "" : "; an error of Deskmeter ended " + sessions.faulted() + " more";
        return new Seen(
                share,
                share,
                (sessions.lost() + sessions.faulted()) / asked,
                sessions.lost() + " of " + sessions.asked() + faulted);
    }

    private static ExpectationResult result(Expectation expectation, @Nullable Seen seen) {
        if (seen == null || Double.isNaN(seen.value())) {
            return unknown(expectation, "there is no such figure");
        }
        if (expectation.holds(seen.best()) != expectation.holds(seen.worst())) {
            return unknown(
                    expectation,
                    words(expectation.metric().unit(), seen.value()) + " (" + seen.where()
                            + "), but it depends on what is not known");
        }
        return new ExpectationResult(
                expectation,
                state(expectation, seen.value()),
                seen.value(),
                words(expectation.metric().unit(), seen.value()) + " (" + seen.where() + ")");
    }

    private static State state(Expectation expectation, double value) {
        return expectation.holds(value) ? State.MET : State.NOT_MET;
    }

    private static ExpectationResult unknown(Expectation expectation, String why) {
        return new ExpectationResult(expectation, State.UNKNOWN, Double.NaN, why);
    }

    private static String words(Unit unit, double value) {
        return switch (unit) {
            case SESSIONS -> Plural.of((int) value, "session");
            case DURATION -> FigureFormat.seconds(value);
            case SHARE -> FigureFormat.percent(value);
            case METRIC -> throw new IllegalArgumentException("unit: of a metric (expected: said by the metric)");
        };
    }
}
