package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.Comparator;
import java.util.stream.Stream;

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
        return Stream.of(summary.a(), summary.b())
                .filter(GroupSummary::judged)
                .max(Comparator.comparingDouble(group -> group.p95Ms() / thresholdMs(summary, group.group())))
                .map(group -> verdict + ", " + group.group() + " " + FigureFormat.seconds(group.p95Ms()) + " of "
                        + FigureFormat.seconds(thresholdMs(summary, group.group())))
                .orElse(verdict);
    }

    private static double thresholdMs(LoadPointSummary summary, Group group) {
        return summary.thresholds().of(group).toNanos() / 1e6;
    }
}
