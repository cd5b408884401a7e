package io.deskmeter.measure.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The measured sizes on a curve that never falls. More sessions are taken to be never faster: where points contradict
 * that, neighbours are pooled until they do not (isotonic regression by pooling adjacent violators, R. E. Barlow and
 * others, "Statistical Inference under Order Restrictions", 1972), so one disturbed point does not decide alone.
 */
final class PooledSizes {
    /** Beyond this the line of {@link LoadCurve} is not believed: about three times the threshold. */
    private static final double SMOOTH = 1.1;

    /** Two points of one size disagree where they differ by so many standard deviations. */
    private static final double DISAGREE = 3;

    /** A size is on its side of the threshold beyond doubt where so many standard deviations lie between. */
    private static final double BEYOND_DOUBT = 3;

    private final List<Level> levels;

    /**
     * All points of one size, and the size's place on the rising curve. The weights are of a curve of the usual slope,
     * and of the flattest.
     */
    private record Level(int sessions, double value, double weight, double flatWeight, double pooled) {
        double certainty() {
            return Math.abs(value) * Math.sqrt(weight);
        }

        /**
         * How far the threshold may be on the other side of the size, in log sessions. On a flat curve what the timings
         * do not tell moves it most, on a steep one the luck of the load does.
         *
         * @param excess the value, negative on the side where it was measured
         */
        double doubt(double excess, double deviations) {
            double flat = (excess + deviations / Math.sqrt(flatWeight)) / LoadCurve.LEAST_SLOPE;
            double steep = (excess + deviations / Math.sqrt(weight)) / LoadCurve.PRIOR_SLOPE;
            return Math.max(0, Math.max(flat, steep));
        }

        /** Whether neighbours do not say the opposite. */
        boolean agrees() {
            return value > 0 == pooled > 0;
        }
    }

    /** @param points all, in any order */
    PooledSizes(List<LoadCurve.Point> points) {
        this.levels = pooled(levels(points));
    }

    /** Largest size that keeps the thresholds, 0 if none does. */
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

    /**
     * The fewest sessions that may be the crossing, as far as the sizes that pass tell: a size that may fail after all
     * places it below itself, by no more than {@link LoadCurve#LEAST_SLOPE} allows.
     *
     * @param deviations standard deviations by which each size may be worse than it was measured
     * @return 0 where no size passes
     */
    double atLeast(double deviations) {
        return levels.stream()
                .filter(level -> level.pooled <= 0)
                .mapToDouble(level -> level.sessions * Math.exp(-level.doubt(level.value, deviations)))
                .max()
                .orElse(0);
    }

    /**
     * The counterpart of {@link #atLeast} from the sizes that fail: fewer sessions than this hold.
     *
     * @return infinite where no size fails
     */
    double fewerThan(double deviations) {
        return levels.stream()
                .filter(level -> level.pooled > 0)
                .mapToDouble(level -> level.sessions * Math.exp(level.doubt(-level.value, deviations)))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    /** Whether a size may be on the other side of the threshold. */
    boolean isInDoubt(int sessions) {
        return levels.stream().anyMatch(level -> level.sessions == sessions && level.certainty() <= BEYOND_DOUBT);
    }

    /** Whether the largest size that passes and the smallest that fails do so beyond doubt. */
    boolean beyondDoubt() {
        int passing = passing();
        int failing = failing();
        return levels.stream()
                .filter(level -> level.sessions == passing || level.sessions == failing)
                .allMatch(level -> level.certainty() > BEYOND_DOUBT && level.agrees());
    }

    /** Whether the curve between the passing and the failing size may be a line: not where failures begin at once. */
    boolean smooth() {
        int failing = failing();
        return levels.stream().noneMatch(level -> level.sessions == failing && level.value > SMOOTH);
    }

    private static List<Level> levels(List<LoadCurve.Point> points) {
        Map<Integer, List<LoadCurve.Point>> bySize = new TreeMap<>();
        points.forEach(point ->
                bySize.computeIfAbsent(point.sessions(), n -> new ArrayList<>()).add(point));
        List<Level> levels = new ArrayList<>();
        bySize.forEach((sessions, same) -> {
            double weight = weight(same, LoadCurve.PRIOR_SLOPE);
            levels.add(new Level(sessions, middle(same), weight, weight(same, LoadCurve.LEAST_SLOPE), 0));
        });
        return levels;
    }

    private static double weight(List<LoadCurve.Point> same, double slope) {
        return same.stream().mapToDouble(point -> 1 / point.variance(slope)).sum();
    }

    /**
     * The median of many. Of two that disagree beyond chance, the smaller: what disturbs a measurement makes things
     * slower, hardly ever faster.
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
            result.add(new Level(level.sessions, level.value, level.weight, level.flatWeight, all[result.size()]));
        }
        return result;
    }
}
