package io.deskmeter.controller.report.compare;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.controller.report.MetricInfo;
import io.deskmeter.controller.report.MetricValue;
import io.deskmeter.controller.report.RunReport;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.timing.Ending;
import io.deskmeter.measure.timing.SessionValues;
import io.deskmeter.workload.metric.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** What was measured in one run at the load points that are compared. */
final class ComparedSide {
    private final RunComparison.Side side;
    private final ComparedPoints points;
    private final List<Response> responses;
    /** By the index of their load point. */
    private final Map<Integer, List<MetricValue>> samples;

    private final int accounted;

    private ComparedSide(
            RunComparison.Side side,
            ComparedPoints points,
            List<Response> responses,
            Map<Integer, List<MetricValue>> samples,
            int accounted) {
        this.side = side;
        this.points = points;
        this.responses = responses;
        this.samples = samples;
        this.accounted = accounted;
    }

    /** Reads it. */
    static ComparedSide at(RunComparison.Side side, int sessions) {
        ComparedPoints points = new ComparedPoints(side.report(), sessions);
        List<Response> responses = new ArrayList<>(side.responses().at(points.indices()));
        List<LoadPoint.Missing> without = side.withoutTiming().at(points.indices());
        without.forEach(operations -> responses.addAll(responses(operations)));
        Map<Integer, List<MetricValue>> samples = new TreeMap<>();
        if (!side.report().metrics().isEmpty()) {
            points.indices().forEach(point -> samples.put(point, side.samples().at(Set.of(point))));
        }
        return new ComparedSide(
                side,
                points,
                responses,
                samples,
                without.stream().mapToInt(LoadPoint.Missing::count).sum());
    }

    /** As verdicts count them: what was lost is infinitely slow; of the rest nothing is known. */
    private static List<Response> responses(LoadPoint.Missing missing) {
        double millis = missing.ending().equals(Ending.LOST.label()) ? Double.POSITIVE_INFINITY : Double.NaN;
        return Collections.nCopies(
                missing.count(),
                new Response(
                        missing.session(), missing.workload() + "/" + missing.operation(), missing.group(), millis));
    }

    RunReport report() {
        return side.report();
    }

    ComparedPoints points() {
        return points;
    }

    /** One for each planned operation, as far as the run tells. */
    List<Response> responses() {
        return responses;
    }

    /** Why nothing may be concluded from it; empty where it may. */
    Optional<String> doubt() {
        return points.doubt(accounted);
    }

    /** The values of each session. */
    List<SessionValues> values(Metric metric) {
        return report().metrics().stream()
                .filter(info -> info.id().equals(metric.id()))
                .findFirst()
                .map(info -> values(info, metric))
                .orElse(List.of());
    }

    private List<SessionValues> values(MetricInfo info, Metric metric) {
        if (IterationAccount.counts(info)) {
            return IterationAccount.of(report(), metric, samples).orElse(List.of());
        }
        MetricAccount account = account(info, metric);
        return account.isKnown() ? account.values() : List.of();
    }

    private MetricAccount account(MetricInfo info, Metric metric) {
        List<MetricValue> all = samples.values().stream().flatMap(List::stream).toList();
        return new MetricAccount(info, metric, responses, all);
    }

    /** Why a metric is not comparable; empty where it is. */
    List<String> remarks() {
        return report().metrics().stream()
                .flatMap(info -> remark(info).stream())
                .toList();
    }

    private Optional<String> remark(MetricInfo info) {
        String metric = "metric " + info.id() + " is not comparable: ";
        String run = report().run().id();
        if (IterationAccount.counts(info)) {
            return IterationAccount.isKnown(report(), samples.keySet())
                    ? Optional.empty()
                    : Optional.of(metric + "the report of " + run
                            + " does not say how many iterations owe a sample, so those that are missing are"
                            + " not known");
        }
        return info.metric()
                .filter(defined -> !account(info, defined).isKnown())
                .map(defined -> metric + "the timings of " + run
                        + " have no numbers, so it is not known which samples are of operations that failed");
    }

    SetupDifferences.Seen seen() {
        return new SetupDifferences.Seen(report(), points.whole(), side.foreignCpuPct());
    }
}
