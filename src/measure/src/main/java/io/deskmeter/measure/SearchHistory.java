package io.deskmeter.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Combines the load points measured so far. More sessions are taken to be never faster: where points contradict that, neighbours are
 * pooled until they do not (isotonic regression by pooling adjacent violators, R. E. Barlow and others, "Statistical Inference under
 * Order Restrictions", 1972), so one disturbed point does not decide alone.
 */
final class SearchHistory {
    /** Beyond this the line of {@link LoadCurve} is not believed: about three times the threshold. */
    private static final double SMOOTH = 1.1;

    /** Two points of one size disagree where they differ by so many standard deviations. */
    private static final double DISAGREE = 3;

    /** A size is on its side of the threshold beyond doubt where so many standard deviations lie between. */
    private static final double BEYOND_DOUBT = 3;

    private final List<MeasuredPoint> measured;
    private final CurvePoints places;
    private final List<LoadCurve.Point> points;
    private final List<Level> levels;

    /** All points of one size, and the size's place on the rising curve. */
    private record Level(int sessions, double value, double weight, double pooled) {
        double certainty() {
            return Math.abs(value) * Math.sqrt(weight);
        }

        /** Whether neighbours do not say the opposite. */
        boolean agrees() {
            return value > 0 == pooled > 0;
        }
    }

    SearchHistory(List<MeasuredPoint> measured) {
        this.measured =
                measured.stream().filter(point -> tells(point.summary())).toList();
        this.places = new CurvePoints(this.measured);
        this.points = this.measured.stream().map(places::of).toList();
        this.levels = pooled(levels(points));
    }

    /** How far the point measured last was from the limit that it kept least. */
    double lastExcess() {
        return points.get(points.size() - 1).excess();
    }

    /** The crossing of the criterion that crosses first; a point that failed whatever its timings say is on no line. */
    LoadCurve curve(double start) {
        return criteria()
                .map(this::points)
                .filter(own -> !own.isEmpty())
                .map(own -> LoadCurve.fit(own, start))
                .min(Comparator.comparingDouble(LoadCurve::knee))
                .orElse(LoadCurve.unknown(start));
    }

    private Stream<String> criteria() {
        return measured.stream()
                .flatMap(point -> point.summary().criteria().stream())
                .map(result -> result.criterion().id())
                .distinct();
    }

    private List<LoadCurve.Point> points(String criterion) {
        return measured.stream()
                .map(MeasuredPoint::summary)
                .filter(summary -> summary.failure() == null)
                .flatMap(summary -> places.of(summary, criterion).stream())
                .toList();
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

    /** Largest size measured up to that bound, 0 if there is none. */
    int measuredUpTo(double bound) {
        return measured.stream()
                .mapToInt(MeasuredPoint::sessions)
                .filter(sessions -> sessions <= bound)
                .max()
                .orElse(0);
    }

    /**
     * Largest size up to that bound that may be called the capacity: a point of it passed, and no size up to it did nothing but fail. 0 if there
     * is none.
     *
     * @param briefToo whether it will do if it was measured only briefly
     */
    int holdingUpTo(double bound, boolean briefToo) {
        int most = (int) Math.min(bound, onlyFailed().orElse(Integer.MAX_VALUE) - 1.0);
        return measured.stream()
                .filter(point -> point.sessions() <= most && (briefToo || !point.brief()))
                .filter(point -> passed(point.sessions()))
                .mapToInt(MeasuredPoint::sessions)
                .max()
                .orElse(0);
    }

    /** The smallest size of which every point failed. */
    OptionalInt onlyFailed() {
        return measured.stream()
                .mapToInt(MeasuredPoint::sessions)
                .filter(sessions -> !passed(sessions))
                .min();
    }

    private boolean passed(int sessions) {
        return of(sessions).anyMatch(LoadPointSummary::pass);
    }

    /**
     * The smallest size above that which is known to fail: every point of it did beyond doubt, and not only once, as one may have been disturbed; or the
     * platform did not carry it at all.
     */
    OptionalInt surelyFailedAbove(int sessions) {
        return measured.stream()
                .mapToInt(MeasuredPoint::sessions)
                .filter(size -> size > sessions)
                .filter(size -> of(size).allMatch(point -> point.verdict() == Verdict.FAIL))
                .filter(size -> looks(size) > 1 || of(size).anyMatch(point -> point.failure() != null))
                .min();
    }

    /** The largest size of which a point failed, where it is above that. */
    OptionalInt brokenAbove(int sessions) {
        return measured.stream()
                .filter(point -> point.summary().broken() && point.sessions() > sessions)
                .mapToInt(MeasuredPoint::sessions)
                .max();
    }

    /** Largest size that passes more surely than that, and all smaller ones too. */
    int surelyHolds(double deviations) {
        int holds = 0;
        for (Level level : levels) {
            if (level.pooled > 0) {
                break;
            }
            holds = level.value <= 0 && level.certainty() > deviations ? level.sessions : holds;
        }
        return holds;
    }

    /** Smallest size that fails more surely than that. */
    OptionalInt surelyFails(double deviations) {
        return levels.stream()
                .filter(level -> level.pooled > 0 && level.value > 0 && level.certainty() > deviations)
                .mapToInt(Level::sessions)
                .min();
    }

    /** The latest point of that size. */
    Optional<MeasuredPoint> latest(int sessions) {
        return measured.stream().filter(point -> point.sessions() == sessions).reduce((first, second) -> second);
    }

    /** Standard deviation of the logarithm of the knee as far as one more full point there would tell it, judged by those that were measured. */
    double sdOfAnother(LoadCurve curve, int iterations) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < measured.size(); i++) {
            MeasuredPoint point = measured.get(i);
            if (point.summary().failure() == null) {
                double more = iterations * curve.knee() / (iterations(point, iterations) * point.sessions());
                LoadCurve.Point alike = points.get(i);
                least = Math.min(least, Math.hypot(alike.sd() / curve.slope(), alike.luck()) / Math.sqrt(more));
            }
        }
        return least;
    }

    private static int iterations(MeasuredPoint point, int full) {
        return point.brief() ? 1 : full * (1 + point.extensions());
    }

    private Stream<LoadPointSummary> of(int sessions) {
        return measured.stream().map(MeasuredPoint::summary).filter(summary -> summary.sessions() == sessions);
    }

    /** How many load points of that size there are, brief ones too. */
    int looks(int sessions) {
        return (int) measured.stream()
                .filter(point -> point.summary().sessions() == sessions)
                .count();
    }

    /** How many load points of those sizes there are, brief ones left out. */
    int count(double from, double to) {
        return (int) measured.stream()
                .filter(point -> !point.brief())
                .mapToInt(point -> point.summary().sessions())
                .filter(sessions -> sessions >= from && sessions <= to)
                .count();
    }

    int count(int sessions) {
        return count(sessions, sessions);
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

    /** Whether a point gives information about the platform: it has timings, or it failed without. */
    static boolean tells(LoadPointSummary summary) {
        return summary.failure() != null || summary.criteria().stream().anyMatch(CriterionResult::isJudged);
    }

    private static List<Level> levels(List<LoadCurve.Point> points) {
        Map<Integer, List<LoadCurve.Point>> bySize = new TreeMap<>();
        points.forEach(point ->
                bySize.computeIfAbsent(point.sessions(), n -> new ArrayList<>()).add(point));
        List<Level> levels = new ArrayList<>();
        bySize.forEach((sessions, same) -> {
            double weight = same.stream()
                    .mapToDouble(p -> 1 / p.variance(LoadCurve.PRIOR_SLOPE))
                    .sum();
            levels.add(new Level(sessions, middle(same), weight, 0));
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
            result.add(new Level(level.sessions, level.value, level.weight, all[result.size()]));
        }
        return result;
    }
}
