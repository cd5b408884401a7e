package io.deskmeter.measure;

import io.deskmeter.workload.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the points measured so far say together. More sessions are taken to be never faster: where points contradict that, neighbours are
 * pooled until they do not (isotonic regression by pooling adjacent violators, R. E. Barlow and others, "Statistical Inference under
 * Order Restrictions", 1972), so one disturbed point does not decide alone.
 */
final class Findings {
    /** What stands for "failed too often to have a p95", and the most that any point may count: four times the threshold. */
    static final double MOST_EXCESS = Math.log(4);

    /** Beyond this the line of {@link LoadCurve} is not believed: about three times the threshold. */
    private static final double SMOOTH = 1.1;

    /**
     * The standard deviation of log p95 over the root of so many timings, for log-normal responses of σ 0.4: resampling cannot see what a few
     * timings have not shown.
     */
    private static final double SD_OF_ONE = 0.8;

    /** Two points of one size disagree where they differ by so many standard deviations. */
    private static final double DISAGREE = 3;

    private static final double TWO_SIDED_95 = 1.96;

    private final List<LoadCurve.Point> points;
    private final List<Level> levels;

    /** All points of one size, and the size's place on the rising curve. */
    private record Level(int sessions, int count, double value, double weight, double pooled) {}

    Findings(List<MeasuredPoint> measured) {
        this.points = measured.stream()
                .filter(point -> judged(point.summary()))
                .map(Findings::point)
                .toList();
        this.levels = pooled(levels(points));
    }

    List<LoadCurve.Point> points() {
        return points;
    }

    /** Largest size that keeps the thresholds, 0 where none does. */
    int passing() {
        return levels.stream()
                .filter(level -> level.pooled <= 0)
                .mapToInt(Level::sessions)
                .max()
                .orElse(0);
    }

    /** Smallest size that does not, {@link Integer#MAX_VALUE} where none is known. */
    int failing() {
        return levels.stream()
                .filter(level -> level.pooled > 0)
                .mapToInt(Level::sessions)
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    /** Largest size measured up to that bound, 0 where there is none. */
    int measuredUpTo(double bound) {
        return levels.stream()
                .filter(level -> level.sessions <= bound)
                .mapToInt(Level::sessions)
                .max()
                .orElse(0);
    }

    /** How often a size was measured as a load point of its own. */
    int count(int sessions) {
        return levels.stream()
                .filter(level -> level.sessions == sessions)
                .mapToInt(Level::count)
                .sum();
    }

    /** Whether the curve between the passing and the failing size may be a line: not where failures begin at once. */
    boolean smooth() {
        int failing = failing();
        return levels.stream().noneMatch(level -> level.sessions == failing && level.value > SMOOTH);
    }

    static boolean judged(LoadPointSummary summary) {
        return summary.a().judged() || summary.b().judged();
    }

    private static LoadCurve.Point point(MeasuredPoint measured) {
        LoadPointSummary summary = measured.summary();
        return Stream.of(summary.a(), summary.b())
                .filter(GroupSummary::judged)
                .map(group -> point(summary, group))
                .max(Comparator.comparingDouble(LoadCurve.Point::excess))
                .orElseThrow();
    }

    private static LoadCurve.Point point(LoadPointSummary summary, GroupSummary group) {
        double threshold = thresholdMs(summary, group.group());
        double excess = bounded(group.p95Ms() / threshold);
        double low = bounded(group.p95Ci().low() / threshold);
        double high = bounded(group.p95Ci().high() / threshold);
        double sd = Math.max(high - low, 2 * (excess - low)) / (2 * TWO_SIDED_95);
        double few = SD_OF_ONE / Math.sqrt(Math.max(1, group.count()));
        return new LoadCurve.Point(summary.sessions(), excess, Math.max(few, sd));
    }

    private static double thresholdMs(LoadPointSummary summary, Group group) {
        return summary.thresholds().of(group).toNanos() / 1e6;
    }

    private static double bounded(double ratio) {
        return Math.max(-MOST_EXCESS, Math.min(MOST_EXCESS, Math.log(ratio)));
    }

    private static List<Level> levels(List<LoadCurve.Point> points) {
        Map<Integer, List<LoadCurve.Point>> bySize = new TreeMap<>();
        points.forEach(point ->
                bySize.computeIfAbsent(point.sessions(), n -> new ArrayList<>()).add(point));
        List<Level> levels = new ArrayList<>();
        bySize.forEach((sessions, same) -> {
            double weight =
                    same.stream().mapToDouble(p -> 1 / (p.sd() * p.sd())).sum();
            levels.add(new Level(sessions, same.size(), middle(same), weight, 0));
        });
        return levels;
    }

    /**
     * The median of many. Of two that disagree beyond chance, the smaller: what disturbs a measurement makes things slower, hardly ever faster.
     */
    private static double middle(List<LoadCurve.Point> same) {
        double[] sorted =
                same.stream().mapToDouble(LoadCurve.Point::excess).sorted().toArray();
        int half = sorted.length / 2;
        if (sorted.length % 2 == 1) {
            return sorted[half];
        }
        double chance =
                DISAGREE * same.stream().mapToDouble(LoadCurve.Point::sd).max().orElse(0);
        boolean disagree = sorted.length == 2 && sorted[1] - sorted[0] > chance;
        return disagree ? sorted[0] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static List<Level> pooled(List<Level> levels) {
        double[] value = new double[levels.size()];
        double[] weight = new double[levels.size()];
        int[] size = new int[levels.size()];
        int blocks = 0;
        for (Level level : levels) {
            value[blocks] = level.value;
            weight[blocks] = level.weight;
            size[blocks] = 1;
            blocks++;
            while (blocks > 1 && value[blocks - 2] > value[blocks - 1]) {
                double both = weight[blocks - 2] + weight[blocks - 1];
                value[blocks - 2] =
                        (value[blocks - 2] * weight[blocks - 2] + value[blocks - 1] * weight[blocks - 1]) / both;
                weight[blocks - 2] = both;
                size[blocks - 2] += size[blocks - 1];
                blocks--;
            }
        }
        double[] all = new double[levels.size()];
        int at = 0;
        for (int block = 0; block < blocks; block++) {
            Arrays.fill(all, at, at + size[block], value[block]);
            at += size[block];
        }
        List<Level> result = new ArrayList<>();
        for (Level level : levels) {
            result.add(new Level(level.sessions, level.count, level.value, level.weight, all[result.size()]));
        }
        return result;
    }
}
