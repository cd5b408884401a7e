package io.deskmeter.measure.search;

import io.deskmeter.measure.point.Criterion;
import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LimitingFactor;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.Verdict;
import io.deskmeter.measure.statistics.FigureFormat;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.metric.Statistic;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The result of a search that has ended, with its reason. */
public final class CapacityResult {
    private CapacityResult() {}

    /**
     * The capacity.
     *
     * @param points in the order in which they were measured, at least one; only the last one may have failed
     */
    public static Capacity of(List<LoadPointSummary> points) {
        if (points.isEmpty()) {
            return new Capacity(0, new Interval(0, Double.POSITIVE_INFINITY), false, "no load point was measured");
        }
        LoadPointSummary last = points.get(points.size() - 1);
        int capacity = points.stream()
                .filter(LoadPointSummary::pass)
                .mapToInt(LoadPointSummary::carried)
                .max()
                .orElse(0);
        int held = surelyHeld(points);
        Interval interval = new Interval(held, Math.max(held, upper(last)));
        return new Capacity(capacity, interval, last.broken(), reason(last));
    }

    /**
     * The answer of a search that went up and down.
     *
     * @param points in the order in which they were measured, at least one
     * @param sessions that hold
     * @param interval of it
     * @param remark why the search ended early; empty otherwise
     */
    static Capacity ofSearch(List<LoadPointSummary> points, int sessions, Interval interval, String remark) {
        LoadPointSummary limiting = limiting(points, sessions);
        boolean broken = limiting.broken() && limiting.sessions() > sessions;
        String untold = untoldAbove(points, sessions).orElse("");
        String failed = failedOnce(points, sessions);
        String reason = broken || (sessions == 0 && untold.isEmpty())
                ? reason(limiting)
                : sessions == 0 ? untold : passed(limiting, failed + (untold.isEmpty() ? "" : "; " + untold));
        if (broken && limiting.verdict() == Verdict.FAIL && interval.high() >= limiting.sessions()) {
            reason += ", though all points together leave room for as many";
        }
        if (broken) {
            reason += failed;
        }
        int carried = carried(points, sessions);
        return new Capacity(
                carried,
                new Interval(Math.min(interval.low(), carried), interval.high()),
                broken,
                remark.isEmpty() ? reason : reason + "; " + remark);
    }

    /** That not every point of the capacity's own size passed; empty where none failed beyond doubt. */
    private static String failedOnce(List<LoadPointSummary> points, int sessions) {
        List<LoadPointSummary> same =
                points.stream().filter(point -> point.sessions() == sessions).toList();
        List<LoadPointSummary> failed =
                same.stream().filter(point -> point.verdict() == Verdict.FAIL).toList();
        return failed.isEmpty()
                ? ""
                : "; " + failed.size() + " of " + Plural.of(same.size(), "load point") + " of "
                        + Plural.of(sessions, "session") + " failed: " + reason(failed.get(failed.size() - 1));
    }

    /** Sessions that a point of that size was short of are not part of any capacity. */
    private static int carried(List<LoadPointSummary> points, int sessions) {
        return points.stream()
                .filter(point -> point.sessions() == sessions && point.pass())
                .mapToInt(LoadPointSummary::carried)
                .max()
                .orElse(sessions);
    }

    /**
     * The point that says why there are no more: the smallest beyond the capacity that failed. Where there is none, the
     * last one that passed at the capacity, else the last of all.
     */
    static LoadPointSummary limiting(List<LoadPointSummary> points, int capacity) {
        return points.stream()
                .filter(point -> point.broken() && point.sessions() > capacity)
                .min(Comparator.comparingInt(LoadPointSummary::sessions))
                .or(() -> points.stream()
                        .filter(point -> point.pass() && point.sessions() == capacity)
                        .reduce((first, second) -> second))
                .orElse(points.get(points.size() - 1));
    }

    private static int surelyHeld(List<LoadPointSummary> points) {
        int held = 0;
        for (LoadPointSummary point : points) {
            if (point.verdict() != Verdict.PASS) {
                break;
            }
            held = Math.max(held, point.carried());
        }
        return held;
    }

    private static double upper(LoadPointSummary last) {
        if (!last.broken()) {
            return Double.POSITIVE_INFINITY;
        }
        return last.verdict() == Verdict.FAIL ? last.sessions() - 1 : last.sessions();
    }

    private static String reason(LoadPointSummary last) {
        PointFailure failure = last.failure();
        if (failure != null) {
            return failure.words() + ", at " + Plural.of(last.sessions(), "session");
        }
        LimitingFactor limit = last.limitedBy();
        if (limit != null) {
            return broken(last, limit);
        }
        Optional<String> untold = untold(last);
        if (!last.pass() && untold.isPresent()) {
            return untold.get();
        }
        if (!last.pass()) {
            return "nothing of groups A and B was measured at " + Plural.of(last.sessions(), "session");
        }
        return passed(last, "");
    }

    /** Why a point was not judged, where too much of it is unknown. */
    private static Optional<String> untold(LoadPointSummary point) {
        return point.criteria().stream()
                .map(CriterionResult::reason)
                .filter(reason -> !reason.isEmpty())
                .map(reason -> "no verdict at " + Plural.of(point.sessions(), "session") + ": " + reason)
                .findFirst();
    }

    /** The same of the smallest point above the capacity that neither passed nor failed. */
    private static Optional<String> untoldAbove(List<LoadPointSummary> points, int capacity) {
        return points.stream()
                .filter(point -> point.sessions() > capacity && !point.pass() && !point.broken())
                .sorted(Comparator.comparingInt(LoadPointSummary::sessions))
                .flatMap(point -> untold(point).stream())
                .findFirst();
    }

    /** @param untold what is to be said of larger points that were not judged; may be empty */
    private static String passed(LoadPointSummary last, String untold) {
        String passed;
        if (last.carried() < last.sessions()) {
            passed = "of " + Plural.of(last.sessions(), "session") + " " + last.carried() + " worked and passed";
        } else {
            passed = last.sessions() == 1 ? "the one session passed" : "all " + last.sessions() + " sessions passed";
        }
        String doubt = last.verdict() == Verdict.UNDECIDED ? ", though within the uncertainty of the measurement" : "";
        return passed + doubt + untold + "; no larger load failed";
    }

    /**
     * An operation of another group can be to blame: what follows it in the same application instance is not reached.
     */
    private static boolean isOfAnotherGroup(LoadPointSummary last, LimitingFactor limit) {
        return limit.group() != null
                && last.operations().stream()
                        .anyMatch(each -> each.workload().equals(limit.workload())
                                && each.operation().equals(limit.operation())
                                && each.group() != limit.group());
    }

    private static String broken(LoadPointSummary last, LimitingFactor limit) {
        Criterion criterion = limit.criterion();
        boolean response = limit.group() != null;
        boolean logon = criterion.id().equals(Criterion.LOGON);
        String what = response ? "group " + limit.group() : logon ? "logons" : criterion.id();
        String at = " at " + Plural.of(last.sessions(), "session");
        if (limit.count() == 0) {
            return "nothing of " + what + (response ? " could be worked" : " could be measured") + at;
        }
        StringBuilder reason = new StringBuilder();
        if (Double.isInfinite(limit.value())) {
            reason.append(limit.failed()).append(" of ").append(limit.count());
            reason.append(response ? " operations of " : logon ? " " : " operations that are measured by ")
                    .append(what);
            reason.append(" failed").append(at);
            // Other statistics are infinitely bad with fewer failures.
            reason.append(criterion.statistic() instanceof Statistic.Quantile ? " (more than 5 %)" : "");
        } else {
            reason.append(statistic(criterion)).append(" of ").append(what).append(" was ");
            reason.append(FigureFormat.value(criterion.unit(), limit.value())).append(at);
            reason.append(response || logon ? " (threshold " : " (limit ");
            reason.append(FigureFormat.value(criterion.unit(), criterion.limit()))
                    .append(')');
        }
        if (limit.hasOperation()) {
            reason.append(isOfAnotherGroup(last, limit) ? ", mostly not reached after " : ", mostly ")
                    .append(limit.operationLabel());
        }
        if (last.verdict() == Verdict.UNDECIDED) {
            reason.append(", though within the uncertainty of the measurement");
        }
        return reason.toString();
    }

    private static String statistic(Criterion criterion) {
        return criterion.statistic() instanceof Statistic.Within within
                ? "share from " + within.low() + " to " + within.high()
                : criterion.statistic().word();
    }
}
