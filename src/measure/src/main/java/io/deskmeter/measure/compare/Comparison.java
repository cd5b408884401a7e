package io.deskmeter.measure.compare;

import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.point.Response;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.measure.statistics.FalseDiscovery;
import io.deskmeter.measure.statistics.Interval;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the responses of the runs of two sides differ, and how sure that is. A run is one value, the logarithm of its
 * percentile; the interval is that of {@link Contrast}. Groups are the primary comparison and one family of
 * {@link FalseDiscovery}; operations are the secondary comparison, and another.
 *
 * <p>Of one run a side, without earlier runs, the interval is that of a bootstrap over the sessions of both
 * ({@link Bootstrap}), with both sides resampled independently. Percentile intervals are too narrow where sessions are
 * few; they are expanded as T. C. Hesterberg proposes, "What Teachers Should Know About the Bootstrap", The American
 * Statistician 69 (2015) 371–386, section 5.3: instead of the 2.5 % quantile of the resamples the one at Φ(−√(n/(n−1))
 * · t) is taken, where t is Student's for n − 1 degrees of freedom and n the smaller number of sessions of both sides.
 * It says nothing of how runs vary, so nothing is concluded from it.
 */
public final class Comparison {
    private static final double[] QUANTILES = {0.5, 0.95};
    private static final List<Group> GROUPS = List.of(Group.A, Group.B);

    private final RunSides<RunResponses> sides;
    private final Bootstrap bootstrap;
    private final SplittableRandom seeds;

    private Comparison(RunSides<RunResponses> sides, Bootstrap bootstrap, long seed) {
        this.sides = sides;
        this.bootstrap = bootstrap;
        this.seeds = new SplittableRandom(seed);
    }

    /**
     * Compares the groups A and B, then each operation. A group or an operation that only one side has is
     * {@link Finding#NOT_COMPARABLE}.
     *
     * @param sides responses of each run at one number of sessions; of the same workloads
     * @param seed equal input and seeds give equal differences
     */
    public static List<Difference> of(RunSides<List<Response>> sides, Bootstrap bootstrap, long seed) {
        return new Comparison(sides.map(RunResponses::new), bootstrap, seed).differences();
    }

    private List<Difference> differences() {
        List<Found> groups = new ArrayList<>();
        for (Group group : GROUPS) {
            groups.addAll(compare("group " + group, group, true, run -> run.of(group)));
        }
        List<Found> operations = new ArrayList<>();
        Map<String, Group> all = new TreeMap<>();
        Stream.concat(sides.baseline().stream(), sides.other().stream())
                .forEach(run -> run.operations().forEach((operation, group) -> all.putIfAbsent(operation, group)));
        all.forEach(
                (operation, group) -> operations.addAll(compare(operation, group, false, run -> run.of(operation))));
        return Stream.concat(adjusted(groups).stream(), adjusted(operations).stream())
                .toList();
    }

    /** @param result null if the figures are not comparable */
    private record Found(Difference difference, Contrast.@Nullable Result result) {
        double chance() {
            return result == null ? Double.NaN : result.chance();
        }
    }

    /** The findings of one family. */
    private List<Difference> adjusted(List<Found> family) {
        double[] adjusted = FalseDiscovery.adjusted(
                family.stream().mapToDouble(Found::chance).toArray());
        return IntStream.range(0, family.size())
                .mapToObj(i -> finding(family.get(i), adjusted[i]))
                .toList();
    }

    private Difference finding(Found found, double adjusted) {
        Contrast.Result result = found.result();
        if (result == null) {
            return found.difference();
        }
        Finding finding = result.finding(adjusted, 1 - bootstrap.confidence(), false);
        return found.difference().with(result.above(), adjusted, finding, result.reason(finding));
    }

    private List<Found> compare(
            String what,
            Group group,
            boolean ofGroup,
            Function<RunResponses, NavigableMap<Integer, RunResponses.Values>> which) {
        RunSides<NavigableMap<Integer, RunResponses.Values>> sessions = sides.map(which);
        boolean before = sessions.baseline().stream().allMatch(Comparison::isKnown);
        boolean after = sessions.other().stream().allMatch(Comparison::isKnown);
        if (before && after) {
            return Arrays.stream(QUANTILES)
                    .mapToObj(q -> compare(what, group, ofGroup, q, sessions))
                    .toList();
        }
        boolean nowhere = Stream.concat(sessions.baseline().stream(), sessions.other().stream())
                .allMatch(Map::isEmpty);
        String missing = "no known response of it in "
                + (before ? "a run" : after ? "a run of the baseline" : "runs of both sides")
                + " (expected: in all runs)";
        return nowhere
                ? List.of()
                : Arrays.stream(QUANTILES)
                        .mapToObj(q -> new Found(absent(what, group, ofGroup, q, missing), null))
                        .toList();
    }

    private static boolean isKnown(NavigableMap<Integer, RunResponses.Values> run) {
        return run.values().stream().anyMatch(values -> values.known().length > 0);
    }

    private static Difference absent(String what, Group group, boolean ofGroup, double q, String why) {
        Interval all = new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
        return new Difference(
                what,
                group,
                ofGroup,
                q,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                all,
                Double.NaN,
                new Interval(0, Double.POSITIVE_INFINITY),
                Double.NaN,
                List.of(),
                List.of(),
                0,
                0,
                Double.NaN,
                Double.NaN,
                Finding.NOT_COMPARABLE,
                why);
    }

    private Found compare(
            String what,
            Group group,
            boolean ofGroup,
            double q,
            RunSides<NavigableMap<Integer, RunResponses.Values>> sessions) {
        RunSides<RunFigure> figures =
                withHistory(sessions).map(ofRun -> RunResponses.figure(ofRun, q, bootstrap, seeds));
        Contrast.Result result = new Contrast(figures, bootstrap.confidence()).result();
        double base = side(figures.baseline());
        double seen = side(figures.other());
        Interval ratio = new Interval(
                Math.exp(result.interval().low()), Math.exp(result.interval().high()));
        boolean comparable = Double.isFinite(base) || Double.isFinite(seen);
        Difference difference = new Difference(
                what,
                group,
                ofGroup,
                q,
                base,
                seen,
                minus(base, seen),
                new Interval(share(base, ratio.low()), share(base, ratio.high())),
                ratio(base, seen),
                ratio,
                Double.NaN,
                millis(figures.baseline()),
                millis(figures.other()),
                count(sessions, RunResponses.Values::unknown),
                count(sessions, RunResponses.Values::lost),
                result.spread(),
                Double.NaN,
                Finding.NOT_COMPARABLE,
                comparable ? "" : "too much failed on both sides");
        return new Found(difference, comparable ? result : null);
    }

    /** An earlier run that does not have it says nothing. */
    private static RunSides<NavigableMap<Integer, RunResponses.Values>> withHistory(
            RunSides<NavigableMap<Integer, RunResponses.Values>> sessions) {
        return new RunSides<>(
                sessions.baseline(),
                sessions.other(),
                sessions.history().stream().filter(Comparison::isKnown).toList());
    }

    private static int count(
            RunSides<NavigableMap<Integer, RunResponses.Values>> sessions, ToIntFunction<RunResponses.Values> which) {
        return Stream.concat(sessions.baseline().stream(), sessions.other().stream())
                .flatMap(run -> run.values().stream())
                .mapToInt(which)
                .sum();
    }

    private static double side(List<RunFigure> runs) {
        return Math.exp(Contrast.mean(runs));
    }

    private static List<Double> millis(List<RunFigure> runs) {
        return runs.stream().map(figure -> Math.exp(figure.seen())).toList();
    }

    /** What a ratio means in milliseconds. */
    private static double share(double base, double ratio) {
        if (Double.isInfinite(base)) {
            return ratio < 1 ? Double.NEGATIVE_INFINITY : ratio > 1 ? Double.POSITIVE_INFINITY : 0;
        }
        return base * (ratio - 1);
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
