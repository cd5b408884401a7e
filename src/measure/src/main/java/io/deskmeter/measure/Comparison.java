package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * How the responses of two runs differ, and how sure that is. Both sides are resampled, independently of each other, as {@link Bootstrap}
 * does it: sessions first, then operations. Percentile intervals are too narrow where sessions are few; they are expanded as T. C.
 * Hesterberg proposes, "What Teachers Should Know About the Bootstrap", The American Statistician 69 (2015) 371–386, section 5.3: instead of the
 * 2.5 % quantile of the resamples the one at Φ(−√(n/(n−1)) · t) is taken, where t is Student's for n − 1 degrees of freedom and n the
 * smaller number of sessions of both sides.
 */
public final class Comparison {
    private static final double[] QUANTILES = {0.5, 0.95};
    private static final List<Group> GROUPS = List.of(Group.A, Group.B);

    private final List<Response> baseline;
    private final List<Response> other;
    private final Bootstrap bootstrap;
    private final SplittableRandom seeds;

    private Comparison(List<Response> baseline, List<Response> other, Bootstrap bootstrap, long seed) {
        this.baseline = baseline;
        this.other = other;
        this.bootstrap = bootstrap;
        this.seeds = new SplittableRandom(seed);
    }

    /**
     * Compares the groups A and B, then each operation that both sides have.
     *
     * @param baseline responses of one load point; of the same workloads as {@code other}, with as many sessions
     * @param other those of the other run
     * @param seed equal input and seeds give equal differences
     */
    public static List<Difference> of(List<Response> baseline, List<Response> other, Bootstrap bootstrap, long seed) {
        Comparison comparison = new Comparison(baseline, other, bootstrap, seed);
        List<Difference> differences = new ArrayList<>();
        for (Group group : GROUPS) {
            differences.addAll(comparison.compare("group " + group, group, true, r -> r.group() == group));
        }
        Map<String, Group> operations = baseline.stream()
                .collect(Collectors.toMap(Response::operation, Response::group, (a, b) -> a, TreeMap::new));
        operations.forEach((operation, group) -> differences.addAll(
                comparison.compare(operation, group, false, r -> r.operation().equals(operation))));
        return differences;
    }

    private List<Difference> compare(String what, Group group, boolean ofGroup, Predicate<Response> which) {
        List<double[]> before = sessions(baseline, which);
        List<double[]> after = sessions(other, which);
        if (before.isEmpty() || after.isEmpty()) {
            return List.of();
        }
        List<Difference> differences = new ArrayList<>();
        for (double q : QUANTILES) {
            double[] a = bootstrap.estimates(before, q, seeds.nextLong());
            double[] b = bootstrap.estimates(after, q, seeds.nextLong());
            double base = quantile(before, q);
            double seen = quantile(after, q);
            Expansion expansion = new Expansion(Math.min(before.size(), after.size()), bootstrap.confidence());
            double[] ratios = pairs(a, b, Comparison::ratio);
            differences.add(new Difference(
                    what,
                    group,
                    ofGroup,
                    q,
                    base,
                    seen,
                    minus(base, seen),
                    expansion.interval(pairs(a, b, Comparison::minus)),
                    ratio(base, seen),
                    expansion.interval(ratios),
                    expansion.certainty(Arrays.stream(ratios).map(Math::log).toArray())));
        }
        return differences;
    }

    /** The responses of each session, sorted by session: equal input must give equal draws. */
    private static List<double[]> sessions(List<Response> responses, Predicate<Response> which) {
        return responses.stream()
                .filter(which)
                .collect(Collectors.groupingBy(Response::session, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(session -> session.stream().mapToDouble(Response::millis).toArray())
                .toList();
    }

    private static double quantile(List<double[]> sessions, double q) {
        return Quantiles.of(
                sessions.stream().flatMapToDouble(Arrays::stream).sorted().toArray(), q);
    }

    static double[] pairs(double[] before, double[] after, DoubleBinaryOperator figure) {
        double[] figures = new double[before.length];
        for (int i = 0; i < figures.length; i++) {
            figures[i] = figure.applyAsDouble(before[i], after[i]);
        }
        Arrays.sort(figures);
        return figures;
    }

    /** Where too much failed on both sides there is no difference to be seen. */
    static double minus(double before, double after) {
        return before == after ? 0 : after - before;
    }

    private static double ratio(double before, double after) {
        return before == after ? 1 : after / before;
    }
}
