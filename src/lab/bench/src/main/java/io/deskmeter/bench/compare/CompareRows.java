package io.deskmeter.bench.compare;

import io.deskmeter.measure.compare.Comparison;
import io.deskmeter.measure.compare.Difference;
import io.deskmeter.measure.statistics.Bootstrap;
import io.deskmeter.workload.operation.Group;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Simulates many comparisons of one kind. */
final class CompareRows {
    /** Of equal sides at most this share of comparisons may call anything different. */
    static final double LEVEL = 0.05;

    /** Enough to tell how much a run varies within itself, beside what its runs show. */
    private static final Bootstrap BOOTSTRAP = new Bootstrap(100, 1 - LEVEL);

    private static final double P95 = 0.95;
    private static final double PERCENT = 100;

    /** A rate is above its bound if chance gives one as high less often than once in a thousand rows. */
    private static final double SURE = 3.09;

    private final List<Long> seeds;
    private final int comparisons;

    /**
     * @param seeds their comparisons are pooled
     * @param comparisons of each row and seed
     */
    CompareRows(List<Long> seeds, int comparisons) {
        this.seeds = List.copyOf(seeds);
        this.comparisons = comparisons;
    }

    /** Equal sides: how often any group, and how often any operation, is called different. */
    Map<String, @Nullable Object> equal(CompareCase runs, SimulatedRuns simulated) {
        List<List<Difference>> all = compare(runs, simulated, 1);
        double groups = share(all, d -> d.ofGroup() && isCalled(d));
        double operations = share(all, d -> !d.ofGroup() && isCalled(d));
        double gate = share(
                all, d -> isGate(d) && d.finding().isDecided() && d.ratioCi().low() > 1.1);
        double reach = SURE * Math.sqrt(LEVEL * (1 - LEVEL) / all.size());
        Map<String, @Nullable Object> row = row("equal sides", runs, simulated, all.size());
        row.put("groupsDifferentPct", PERCENT * groups);
        row.put("operationsDifferentPct", PERCENT * operations);
        row.put("beyond10Pct", PERCENT * gate);
        row.put("uncertaintyPct", PERCENT * reach);
        row.put("pass", Math.max(Math.max(groups, operations), gate) <= LEVEL + reach);
        return row;
    }

    /** Sides that differ: how often the p95 of group A is called slower, and whether the interval holds the truth. */
    Map<String, @Nullable Object> power(CompareCase runs, SimulatedRuns simulated, double ratio) {
        List<List<Difference>> all = compare(runs, simulated, ratio);
        Predicate<Difference> ofA = d -> isGate(d) && d.group() == Group.A;
        double found = share(all, d -> ofA.test(d) && d.surelySlower());
        double wrong = share(all, d -> ofA.test(d) && d.surelyFaster());
        double holds = share(all, d -> ofA.test(d) && d.ratioCi().contains(ratio));
        double reach = SURE * Math.sqrt(LEVEL * (1 - LEVEL) / all.size());
        boolean told = runs.baseline() + runs.other() + runs.history() > 2;
        Map<String, @Nullable Object> row =
                row("power, " + Math.round(PERCENT * (ratio - 1)) + " % slower", runs, simulated, all.size());
        row.put("foundPct", PERCENT * found);
        row.put("calledFasterPct", PERCENT * wrong);
        row.put("containsTruthPct", PERCENT * holds);
        row.put("uncertaintyPct", PERCENT * reach);
        // Of one run a side nothing is said of the truth.
        row.put("pass", told ? holds >= 1 - LEVEL - reach && wrong <= LEVEL : found + wrong == 0);
        return row;
    }

    private static Map<String, @Nullable Object> row(
            String check, CompareCase runs, SimulatedRuns simulated, int comparisons) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("check", check);
        row.put(
                "case",
                String.format(
                        Locale.ROOT,
                        "%s, %d session(s), runs vary by %.0f %%",
                        runs.words(),
                        simulated.sessions(),
                        PERCENT * simulated.betweenRuns()));
        row.put("comparisons", comparisons);
        return row;
    }

    private static boolean isCalled(Difference difference) {
        return difference.surelySlower() || difference.surelyFaster();
    }

    private static boolean isGate(Difference difference) {
        return difference.ofGroup() && difference.quantile() == P95;
    }

    private List<List<Difference>> compare(CompareCase runs, SimulatedRuns simulated, double ratio) {
        List<List<Difference>> all = new ArrayList<>();
        for (long seed : seeds) {
            SplittableRandom random = new SplittableRandom(seed);
            long[] own = random.longs(comparisons).toArray();
            all.addAll(IntStream.range(0, comparisons)
                    .parallel()
                    .mapToObj(i -> Comparison.of(
                            simulated.sides(runs, ratio, new SplittableRandom(own[i])), BOOTSTRAP, own[i]))
                    .toList());
        }
        return all;
    }

    /** The share of comparisons of which any difference is meant. */
    private static double share(List<List<Difference>> all, Predicate<Difference> which) {
        return all.stream().filter(one -> one.stream().anyMatch(which)).count() / (double) all.size();
    }
}
