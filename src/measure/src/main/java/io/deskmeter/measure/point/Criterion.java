package io.deskmeter.measure.point;

import io.deskmeter.workload.metric.Better;
import io.deskmeter.workload.metric.Metric;
import io.deskmeter.workload.metric.Statistic;
import io.deskmeter.workload.operation.Group;
import io.deskmeter.workload.run.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a load point must keep to pass: a statistic of a series of values, and its limit. The 95th percentiles of the
 * groups A and B are two criteria; the threshold of logons and each limit that a run profile sets on a metric are
 * others.
 *
 * @param id {@code groupA.p95}, {@code groupB.p95}, {@code logon.p95}, or the id of a metric
 * @param title for people
 * @param unit of value and limit: {@code ms}, {@code 1}, …
 * @param better which values of the statistic are the better ones
 * @param statistic of all values
 * @param limit what the value must not exceed where lower is better, and must reach where higher is
 */
public record Criterion(String id, String title, String unit, Better better, Statistic statistic, double limit) {
    /** The id of the criterion of logons. */
    public static final String LOGON = "logon.p95";

    private static final String UNIT_OF_SHARES = "1";
    private static final String DECIBEL = "dB";

    /** A level in dB is 20 times the decimal logarithm of a ratio of amplitudes. */
    private static final double NEPER_PER_DECIBEL = Math.log(10) / 20;

    /** That of a group's responses. */
    public static Criterion of(Group group, double thresholdMs) {
        return new Criterion(
                id(group),
                "95th percentile of group " + group,
                Metric.MILLISECONDS,
                Better.LOWER,
                Statistic.P95,
                thresholdMs);
    }

    /** That of logons. */
    public static Criterion ofLogons(double thresholdMs) {
        return new Criterion(
                LOGON, "95th percentile of logons", Metric.MILLISECONDS, Better.LOWER, Statistic.P95, thresholdMs);
    }

    /** That of a metric. */
    public static Criterion of(Metric metric, double limit) {
        boolean share = metric.statistic() instanceof Statistic.Within;
        return new Criterion(
                metric.id(),
                metric.title(),
                share ? UNIT_OF_SHARES : metric.unit(),
                share ? Better.HIGHER : metric.better(),
                metric.statistic(),
                limit);
    }

    /**
     * All criteria of a run: those of the groups A and B first, then that of logons if they have a threshold.
     *
     * @param metrics that its workloads measure
     * @param limits of its run profile; what none of the metrics has is left out
     */
    public static List<Criterion> of(Thresholds thresholds, List<Metric> metrics, Map<String, Double> limits) {
        List<Criterion> criteria = new ArrayList<>();
        criteria.add(of(Group.A, thresholds.a().toNanos() / 1e6));
        criteria.add(of(Group.B, thresholds.b().toNanos() / 1e6));
        thresholds.logon().ifPresent(logon -> criteria.add(ofLogons(logon.toNanos() / 1e6)));
        for (Metric metric : metrics) {
            Double limit = limits.get(metric.id());
            if (limit != null) {
                criteria.add(of(metric, limit));
            }
        }
        return criteria;
    }

    private static String id(Group group) {
        return "group" + group + ".p95";
    }

    /** Whose responses it judges; empty where it judges a metric. */
    public Optional<Group> group() {
        return List.of(Group.A, Group.B).stream()
                .filter(group -> id(group).equals(id))
                .findFirst();
    }

    /** Whether a value keeps the limit; NaN keeps nothing. */
    public boolean isKept(double value) {
        return better == Better.LOWER ? value <= limit : value >= limit;
    }

    /**
     * Whether a single value helps to keep the limit: it is itself within it, or within the band whose share is judged.
     */
    public boolean keeps(double single) {
        return statistic instanceof Statistic.Within within ? within.contains(single) : isKept(single);
    }

    /** The less good of two values. */
    public double worse(double one, double other) {
        return better == Better.LOWER ? Math.max(one, other) : Math.min(one, other);
    }

    /** The better of two values. */
    public double better(double one, double other) {
        return better == Better.LOWER ? Math.min(one, other) : Math.max(one, other);
    }

    /**
     * How far a value is beyond the limit, whichever values are the better ones: 0 at the limit, negative where it is
     * kept. It is the logarithm of the ratio of both, so that it can be compared between criteria of any unit. Where
     * there is no ratio, it is what comes nearest: of levels in dB the logarithm of the ratio of amplitudes that they
     * stand for; of other limits that are not above 0 the logarithm of 1 + the distance in multiples of the limit's
     * size (of a limit of 0, in units of 1, and of 10 ms). A value that is not above 0 where the limit is has an
     * infinite excess.
     */
    public double excess(double value) {
        if (value == limit) {
            return 0;
        }
        double beyond = better == Better.LOWER ? value - limit : limit - value;
        if (unit.equals(DECIBEL)) {
            return beyond * NEPER_PER_DECIBEL;
        }
        if (!(limit > 0)) {
            return Math.signum(beyond) * Math.log1p(Math.abs(beyond) / size());
        }
        if (!(value > 0)) {
            return isKept(value) ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        return better == Better.LOWER ? Math.log(value / limit) : Math.log(limit / value);
    }

    /** What a distance from a limit that is not above 0 is measured in. */
    private double size() {
        double one = unit.equals(Metric.MILLISECONDS) ? 10 : 1;
        return limit == 0 ? one : Math.abs(limit);
    }
}
