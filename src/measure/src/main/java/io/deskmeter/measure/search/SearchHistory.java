package io.deskmeter.measure.search;

import io.deskmeter.measure.point.CriterionResult;
import io.deskmeter.measure.point.LoadPointSummary;
import io.deskmeter.measure.point.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the load points measured so far say together: which sizes were measured how often, which passed, and where the
 * line of {@link LoadCurve} crosses.
 */
final class SearchHistory {
    private final List<MeasuredPoint> measured;
    private final CurvePoints places;
    private final List<LoadCurve.Point> points;
    private final PooledSizes sizes;

    SearchHistory(List<MeasuredPoint> measured) {
        this.measured =
                measured.stream().filter(point -> tells(point.summary())).toList();
        this.places = new CurvePoints(this.measured);
        this.points = this.measured.stream().map(places::of).toList();
        this.sizes = new PooledSizes(points);
    }

    /** As if that size had not been measured. */
    SearchHistory without(int sessions) {
        return new SearchHistory(
                measured.stream().filter(point -> point.sessions() != sessions).toList());
    }

    /** How far the point measured last was from the limit that it kept least. */
    double lastExcess() {
        return points.get(points.size() - 1).excess();
    }

    /** The same less so many standard deviations of what its own timings do not tell. */
    double lastExcessAtLeast(double deviations) {
        LoadCurve.Point last = points.get(points.size() - 1);
        return last.excess() - deviations * last.sd();
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
        return sizes.passing();
    }

    /** Smallest size that does not, {@link Integer#MAX_VALUE} where none is known. */
    int failing() {
        return sizes.failing();
    }

    /** See {@link PooledSizes#atLeast}. */
    double atLeast(double deviations) {
        return sizes.atLeast(deviations);
    }

    /** See {@link PooledSizes#fewerThan}. */
    double fewerThan(double deviations) {
        return sizes.fewerThan(deviations);
    }

    /** See {@link PooledSizes#beyondDoubt}. */
    boolean beyondDoubt() {
        return sizes.beyondDoubt();
    }

    /** See {@link PooledSizes#isInDoubt}. */
    boolean isInDoubt(int sessions) {
        return sizes.isInDoubt(sessions);
    }

    /** See {@link PooledSizes#smooth}. */
    boolean smooth() {
        return sizes.smooth();
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
     * Largest size up to that bound that may be called the capacity: it is {@linkplain #held held}, and so is every
     * size up to it. 0 if there is none.
     *
     * @param briefToo whether it will do if it was measured only briefly
     */
    int holdingUpTo(double bound, boolean briefToo) {
        int most = (int) Math.min(bound, onlyFailed().orElse(Integer.MAX_VALUE) - 1.0);
        return measured.stream()
                .filter(point -> point.sessions() <= most && (briefToo || !point.brief()))
                .filter(point -> held(point.sessions()))
                .mapToInt(MeasuredPoint::sessions)
                .max()
                .orElse(0);
    }

    /** The smallest size that is not {@linkplain #held held}. */
    OptionalInt onlyFailed() {
        return measured.stream()
                .mapToInt(MeasuredPoint::sessions)
                .filter(sessions -> !held(sessions))
                .min();
    }

    /**
     * Whether a point of that size passed, and the platform did not fail to carry as many as often. A slow point may
     * have been disturbed; desktops that were lost are no disturbance of the measurement, so one point does not make up
     * for another.
     */
    private boolean held(int sessions) {
        long passed = of(sessions).filter(LoadPointSummary::pass).count();
        long notCarried = of(sessions).filter(point -> point.failure() != null).count();
        return passed > notCarried;
    }

    /** Whether a point of that size passed, and another one failed beyond doubt. */
    boolean isContradicted(int sessions) {
        return passed(sessions) && of(sessions).anyMatch(point -> point.verdict() == Verdict.FAIL);
    }

    private boolean passed(int sessions) {
        return of(sessions).anyMatch(LoadPointSummary::pass);
    }

    /**
     * The smallest size above that which is known to fail: every point of it did beyond doubt, and not only one point
     * up to it, as one may have been disturbed; or the platform did not carry it at all.
     */
    OptionalInt surelyFailedAbove(int sessions) {
        return failedAbove(sessions)
                .filter(size ->
                        looksThatFailed(sessions, size) > 1 || of(size).anyMatch(point -> point.failure() != null))
                .min();
    }

    /** Sizes of which every point failed beyond doubt. */
    private IntStream failedAbove(int sessions) {
        return measured.stream()
                .mapToInt(MeasuredPoint::sessions)
                .distinct()
                .filter(size -> size > sessions)
                .filter(size -> of(size).allMatch(point -> point.verdict() == Verdict.FAIL));
    }

    /** A size fails where a smaller one does: their points confirm each other. */
    private int looksThatFailed(int above, int upTo) {
        return failedAbove(above).filter(size -> size <= upTo).map(this::looks).sum();
    }

    /** Whether a size that small passed beyond doubt. */
    boolean surelyPassedUpTo(double bound) {
        return measured.stream()
                .filter(point -> point.sessions() <= bound)
                .anyMatch(point -> point.summary().verdict() == Verdict.PASS);
    }

    /** The smallest size of which a point passed, beyond doubt or not. */
    OptionalInt leastThatPassed() {
        return measured.stream()
                .mapToInt(MeasuredPoint::sessions)
                .filter(this::passed)
                .min();
    }

    /** The largest size of which a point failed, where it is above that. */
    OptionalInt brokenAbove(int sessions) {
        return measured.stream()
                .filter(point -> point.summary().broken() && point.sessions() > sessions)
                .mapToInt(MeasuredPoint::sessions)
                .max();
    }

    /** The latest point of that size. */
    Optional<MeasuredPoint> latest(int sessions) {
        return measured.stream().filter(point -> point.sessions() == sessions).reduce((first, second) -> second);
    }

    /**
     * Standard deviation of the logarithm of the knee as far as one more full point there would tell it, judged by
     * those that were measured.
     */
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

    /**
     * The smallest failing size, if it was only looked at; one that the platform did not carry at all needs no more.
     */
    OptionalInt failingOnlyBriefly() {
        int failing = failing();
        boolean known = failing == Integer.MAX_VALUE || count(failing) > 0 || notCarried(failing);
        return known ? OptionalInt.empty() : OptionalInt.of(failing);
    }

    /** The smallest failing size, if that is in doubt and all its points together have fewer timings of a criterion. */
    OptionalInt failingInDoubt(int timings) {
        int failing = failing();
        boolean known = failing == Integer.MAX_VALUE || notCarried(failing) || !isInDoubt(failing);
        return known || values(failing) >= timings ? OptionalInt.empty() : OptionalInt.of(failing);
    }

    private boolean notCarried(int sessions) {
        return of(sessions).anyMatch(point -> point.failure() != null);
    }

    /** How many values all points of that size have of the criterion that has fewest. */
    private int values(int sessions) {
        return of(sessions)
                .mapToInt(point -> point.criteria().stream()
                        .filter(CriterionResult::isJudged)
                        .mapToInt(CriterionResult::count)
                        .min()
                        .orElse(0))
                .sum();
    }

    /** The largest size in a range that passed whenever it was measured, 0 if there is none. */
    int neverFailed(double from, double to) {
        return measured.stream()
                .mapToInt(MeasuredPoint::sessions)
                .filter(sessions -> sessions >= from && sessions <= to)
                .filter(sessions -> of(sessions).allMatch(LoadPointSummary::pass))
                .max()
                .orElse(0);
    }

    /** Whether a size was measured in full at least so often, and passed each time. */
    boolean passedEachTime(int sessions, int times) {
        List<MeasuredPoint> full = measured.stream()
                .filter(point -> point.sessions() == sessions && !point.brief())
                .toList();
        return full.size() >= times
                && full.stream().allMatch(point -> point.summary().pass());
    }

    /** Whether a point gives information about the platform: it was judged, and has timings or failed without. */
    static boolean tells(LoadPointSummary summary) {
        return summary.isJudged()
                && (summary.failure() != null || summary.criteria().stream().anyMatch(CriterionResult::isJudged));
    }
}
