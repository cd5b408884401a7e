package io.deskmeter.measure;

import io.deskmeter.measure.ExpectationResult.State;
import io.deskmeter.workload.Expectation;
import io.deskmeter.workload.Expectation.Unit;
import io.deskmeter.workload.Group;
import io.deskmeter.workload.Plural;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Evaluates the expectations of a run profile. */
public final class Expectations {
    private static final double P95 = 0.95;

    private final RunFacts facts;

    private Expectations(RunFacts facts) {
        this.facts = facts;
    }

    /** One result for each expectation, in their order. */
    public static List<ExpectationResult> evaluate(List<Expectation> expectations, RunFacts facts) {
        Expectations all = new Expectations(facts);
        return expectations.stream().map(all::evaluate).toList();
    }

    /** A figure, and where it was taken. */
    private record Seen(double value, String where) {}

    private ExpectationResult evaluate(Expectation expectation) {
        if (expectation.metric() instanceof Expectation.OfMetric metric) {
            return metric(expectation, metric.id());
        }
        return switch ((Expectation.Metric) expectation.metric()) {
            case CAPACITY -> capacity(expectation);
            case GROUP_A_P50 -> group(expectation, Group.A);
            case GROUP_A_P95 -> group(expectation, Group.A);
            case GROUP_A_FAILED -> group(expectation, Group.A);
            case GROUP_B_P50 -> group(expectation, Group.B);
            case GROUP_B_P95 -> group(expectation, Group.B);
            case GROUP_B_FAILED -> group(expectation, Group.B);
            case DESKTOPS_WITHIN -> ofPoint(expectation, Expectations::within);
            case LOGON_P95 -> result(expectation, logons());
            case SESSIONS_LOST -> result(expectation, lost());
            case HOST_CPU -> ofPoint(expectation, point -> new Seen(point.hostCpu(), ""));
            case HARNESS_CPU -> ofPoint(expectation, point -> new Seen(point.harnessCpu(), ""));
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

    /** Whether a platform that holds more than was measured would not change the answer. */
    private static boolean toldByMore(Expectation expectation, int measured) {
        return expectation.holds(measured) == expectation.holds(Double.POSITIVE_INFINITY);
    }

    private ExpectationResult metric(Expectation expectation, String id) {
        Optional<RunFacts.Point> point = facts.decisive();
        if (point.isEmpty()) {
            return unknown(expectation, "no load point was measured");
        }
        LoadPointSummary summary = point.get().summary();
        PointFailure failure = summary.failure();
        if (failure != null) {
            return unknown(expectation, "the load point failed: " + failure.words());
        }
        return summary.metrics().stream()
                .filter(metric -> metric.metric().id().equals(id))
                .findFirst()
                .map(metric -> metric(expectation, metric, "at " + Plural.of(summary.sessions(), "session")))
                .orElseGet(() -> unknown(expectation, "no workload of the run measures it"));
    }

    private static ExpectationResult metric(Expectation expectation, MetricSummary metric, String at) {
        String unit = metric.metric().unit();
        if (!metric.reason().isEmpty() || Double.isNaN(metric.value())) {
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

    private ExpectationResult group(Expectation expectation, Group group) {
        Optional<RunFacts.Point> point = facts.decisive();
        if (point.isEmpty()) {
            return unknown(expectation, "no load point was measured");
        }
        LoadPointSummary summary = point.get().summary();
        PointFailure failure = summary.failure();
        if (failure != null) {
            // Its timings are not those of so many sessions at work.
            return unknown(expectation, "the load point failed: " + failure.words());
        }
        GroupSummary figures = summary.group(group);
        String at = "at " + Plural.of(summary.sessions(), "session");
        return switch ((Expectation.Metric) expectation.metric()) {
            case GROUP_A_FAILED, GROUP_B_FAILED ->
                result(
                        expectation,
                        new Seen(
                                figures.failed() / (double) figures.count(),
                                figures.failed() + " of " + figures.count() + " " + at));
            case GROUP_A_P50, GROUP_B_P50 -> result(expectation, new Seen(figures.p50Ms(), at));
            default -> result(expectation, new Seen(figures.p95Ms(), at + doubt(expectation, figures)));
        };
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

    /** Takes a figure from the load point that decides the run. */
    private interface PointFigure {
        Seen of(RunFacts.Point point);
    }

    private ExpectationResult ofPoint(Expectation expectation, PointFigure figure) {
        return facts.decisive()
                .map(point -> {
                    Seen seen = figure.of(point);
                    String at = "at " + Plural.of(point.summary().sessions(), "session");
                    return result(
                            expectation, new Seen(seen.value(), seen.where().isEmpty() ? at : seen.where() + " " + at));
                })
                .orElseGet(() -> unknown(expectation, "no load point was measured"));
    }

    private static Seen within(RunFacts.Point point) {
        LoadPointSummary summary = point.summary();
        return new Seen(
                summary.desktopsWithinThresholds() / (double) summary.sessions(),
                summary.desktopsWithinThresholds() + " of " + summary.sessions());
    }

    private @Nullable Seen logons() {
        List<Double> logons = facts.sessions().logonMs();
        double[] sorted =
                logons.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return logons.isEmpty() ? null : new Seen(Quantiles.of(sorted, P95), "of " + Plural.of(sorted.length, "logon"));
    }

    private @Nullable Seen lost() {
        RunFacts.Sessions sessions = facts.sessions();
        return sessions.asked() == 0
                ? null
                : new Seen(sessions.lost() / (double) sessions.asked(), sessions.lost() + " of " + sessions.asked());
    }

    private static ExpectationResult result(Expectation expectation, @Nullable Seen seen) {
        if (seen == null || Double.isNaN(seen.value())) {
            return unknown(expectation, "there is no such figure");
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
