package io.deskmeter.controller.report;

import io.deskmeter.controller.point.LoadPoint;
import io.deskmeter.measure.Ending;
import io.deskmeter.measure.Response;
import io.deskmeter.measure.SessionValues;
import io.deskmeter.workload.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What was measured in one run at the load points that are compared. */
final class ComparedSide {
    private final RunComparison.Side side;
    private final ComparedPoints points;
    private final List<Response> responses;
    private final List<MetricValue> samples;
    private final int accounted;

    private ComparedSide(
            RunComparison.Side side,
            ComparedPoints points,
            List<Response> responses,
            List<MetricValue> samples,
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
        List<MetricValue> samples =
                side.report().metrics().isEmpty() ? List.of() : side.samples().at(points.indices());
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
                .map(info -> MetricAccount.of(info, metric, responses, samples))
                .orElse(List.of());
    }

    SetupDifferences.Seen seen() {
        return new SetupDifferences.Seen(report(), points.whole(), side.foreignCpuPct());
    }
}
