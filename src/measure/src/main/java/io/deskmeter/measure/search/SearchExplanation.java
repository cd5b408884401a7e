package io.deskmeter.measure.search;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.statistics.FigureFormat;
import io.deskmeter.workload.operation.Group;
import java.util.Comparator;

/** Explains why the search measures the next load point. */
final class SearchExplanation {
    private SearchExplanation() {}

    /** {@code 19 again: undecided, A 0.92 s of 1 s}. */
    static String again(MeasuredPoint before) {
        return before.sessions() + " again: " + showed(before);
    }

    /** The same of a point that goes on. */
    static String longer(MeasuredPoint last) {
        return last.sessions() + " measured longer: " + showed(last);
    }

    /** Nothing of another size says more than what the point before showed. */
    static String after(MeasuredPoint last, String question) {
        return question + " (" + last.sessions() + ": " + showed(last) + ")";
    }

    /** {@code undecided, A 0.92 s of 1 s}. */
    private static String showed(MeasuredPoint point) {
        LoadPointSummary summary = point.summary();
        PointFailure failure = summary.failure();
        if (failure != null) {
            return "failed, " + failure.words();
        }
        String verdict = switch (summary.verdict()) {
            case PASS -> "passed";
            case FAIL -> "failed";
            case UNDECIDED -> "undecided";
        };
        return summary.criteria().stream()
                .filter(CriterionResult::isJudged)
                .max(Comparator.comparingDouble(SearchExplanation::excess))
                .map(result -> verdict + ", " + figure(result))
                .orElse(verdict);
    }

    /** Of what too much is unknown, that is what matters. */
    private static double excess(CriterionResult result) {
        return result.reason().isEmpty() ? result.excess() : Double.POSITIVE_INFINITY;
    }

    private static String figure(CriterionResult result) {
        Criterion criterion = result.criterion();
        String name = criterion.group().map(Group::toString).orElse(criterion.id());
        return result.reason().isEmpty()
                ? name + " " + FigureFormat.value(criterion.unit(), result.value()) + " of "
                        + FigureFormat.value(criterion.unit(), criterion.limit())
                : result.reason();
    }
}
