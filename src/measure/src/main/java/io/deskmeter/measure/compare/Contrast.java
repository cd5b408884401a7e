package io.deskmeter.measure.compare;

import io.deskmeter.measure.expect.Finding;
import io.deskmeter.measure.statistics.Expansion;
import io.deskmeter.measure.statistics.Interval;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much a figure of two sides differs, and whether equal sides may differ as much. Equal runs differ, too: by
 * more than their sessions show, as a whole run has a moment, a place on its host, a neighbour. So a run is one value:
 * the interval is Student's, of the means of the runs of both sides, with
 *
 * <ul>
 *   <li>the variation between the runs of a side, pooled over both sides and the history; one degree of freedom for
 *       each run more than one of each;
 *   <li>and it is not narrower than what the runs show within themselves ({@link RunFigure#variance()}), each its own.
 * </ul>
 *
 * <p>Unknown values are at the end that speaks against a difference. Of one run a side without a history the interval
 * is that of the sessions alone, and no chance is known.
 */
final class Contrast {
    private static final int GRID = 1000;
    private static final int MANY = 1000;
    private static final String UNKNOWN =
            "too many operations are unknown: at their best or at their worst they change the answer";

    private final RunSides<RunFigure> sides;
    private final double confidence;
    private final int degrees;

    Contrast(RunSides<RunFigure> sides, double confidence) {
        this.sides = sides;
        this.confidence = confidence;
        this.degrees = degrees(sides);
    }

    /**
     * What can be said. Where all runs of a side are infinite, the difference is, too.
     *
     * @param difference of the means of the runs, other − baseline
     * @param interval of it
     * @param above how probable it is that the other side lies above, 0 to 1; NaN where that is not known
     * @param chance how probable a difference as large is between equal sides, 0 to 1; NaN where that is not known
     * @param spread standard deviation of a run's figure among equal runs; NaN where it is not known
     * @param undecided why no chance is known; empty where it is
     * @param open whether what is unknown may hide a difference
     */
    record Result(
            double difference,
            Interval interval,
            double above,
            double chance,
            double spread,
            String undecided,
            boolean open) {

        /**
         * The finding.
         *
         * @param adjusted {@code chance}, adjusted to the number of figures
         * @param level up to which a chance is called a difference
         * @param lowerIsWorse whether the other side is worse where it lies below
         */
        Finding finding(double adjusted, double level, boolean lowerIsWorse) {
            if (!undecided.isEmpty()) {
                return Finding.NOT_DECIDED;
            }
            if (adjusted <= level) {
                return difference > 0 == lowerIsWorse ? Finding.BETTER : Finding.WORSE;
            }
            return Double.isInfinite(difference) || open ? Finding.NOT_DECIDED : Finding.NO_CLEAR_DIFFERENCE;
        }

        /** Why there is no finding; empty where there is one. */
        String reason(Finding finding) {
            if (finding != Finding.NOT_DECIDED || !undecided.isEmpty()) {
                return undecided;
            }
            return open
                    ? UNKNOWN
                    : "too much failed in all runs of one side, but these are too few runs to tell that from chance";
        }
    }

    Result result() {
        double difference = Comparison.minus(mean(sides.baseline()), mean(sides.other()));
        if (degrees == 0) {
            return unknown(
                    difference,
                    resampled(),
                    "the variation between runs is not known (expected: two runs or more of a side, or earlier runs)");
        }
        Bound least = bound(RunFigure::high, RunFigure::low);
        Bound most = bound(RunFigure::low, RunFigure::high);
        Interval interval = new Interval(least.low(), Math.max(least.low(), most.high()));
        if (oneSession(sides.baseline()) || oneSession(sides.other())) {
            return unknown(difference, interval, "one session does not show how sessions differ");
        }
        if (least.mixed() || most.mixed()) {
            return unknown(difference, interval, undecided());
        }
        double chance = Math.min(1, 2 * Math.min(least.notAbove(), most.notBelow()));
        double above = 1 - (least.notAbove() + (1 - most.notBelow())) / 2;
        return new Result(difference, interval, above, chance, Math.sqrt(between()), "", open());
    }

    private Result unknown(double difference, Interval interval, String why) {
        double spread = degrees == 0 ? Double.NaN : Math.sqrt(between());
        return new Result(difference, interval, Double.NaN, Double.NaN, spread, why, false);
    }

    private String undecided() {
        return reachesInfinity() ? UNKNOWN : "too much failed in some runs of a side, and not in others";
    }

    /** Whether there would be a difference, were it not for what is unknown. */
    private boolean open() {
        boolean allKnown = compared().allMatch(figure -> figure.low() == figure.high());
        if (allKnown) {
            return false;
        }
        Bound seen = bound(RunFigure::seen, RunFigure::seen);
        return reachesInfinity() || 2 * Math.min(seen.notAbove(), seen.notBelow()) <= 1 - confidence;
    }

    private boolean reachesInfinity() {
        return compared()
                .anyMatch(figure -> Double.isFinite(figure.seen())
                        && !(Double.isFinite(figure.low()) && Double.isFinite(figure.high())));
    }

    private Stream<RunFigure> compared() {
        return Stream.concat(sides.baseline().stream(), sides.other().stream());
    }

    private static boolean oneSession(List<RunFigure> side) {
        return side.size() == 1 && side.get(0).sessions() == 1;
    }

    /** Of one run a side, without a history: what the sessions alone say. */
    private Interval resampled() {
        RunFigure before = sides.baseline().get(0);
        RunFigure after = sides.other().get(0);
        Expansion expansion = new Expansion(Math.min(before.sessions(), after.sessions()), confidence);
        double low = expansion
                .interval(Comparison.pairs(before.highResamples(), after.lowResamples(), Comparison::minus))
                .low();
        double high = expansion
                .interval(Comparison.pairs(before.lowResamples(), after.highResamples(), Comparison::minus))
                .high();
        return new Interval(low, Math.max(low, high));
    }

    /**
     * What holds with all that is unknown at one end.
     *
     * @param notAbove how probable a difference as high is if the other side is not above
     * @param notBelow how probable one as low is if it is not below
     * @param mixed whether some runs of a side are infinite and others are not, or too much failed on both sides
     */
    private record Bound(double low, double high, double notAbove, double notBelow, boolean mixed) {
        static final Bound MIXED = new Bound(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1, 1, true);
    }

    private Bound bound(ToDoubleFunction<RunFigure> ofBaseline, ToDoubleFunction<RunFigure> ofOther) {
        double before = mean(sides.baseline(), ofBaseline);
        double after = mean(sides.other(), ofOther);
        if (Double.isNaN(before) || Double.isNaN(after) || (Double.isInfinite(before) && Double.isInfinite(after))) {
            return Bound.MIXED;
        }
        double difference = after - before;
        double ofRuns = errorOfRuns(ofBaseline, ofOther);
        double ofSessions = Math.sqrt(varianceWithin());
        if (Double.isInfinite(difference) || (ofRuns == 0 && ofSessions == 0)) {
            return difference == 0 ? new Bound(0, 0, 1, 1, false) : separated(difference);
        }
        TDistribution student = TDistribution.of(degrees);
        TDistribution within = TDistribution.of(degreesWithin());
        double tail = (1 - confidence) / 2;
        double reach = Math.max(
                ofRuns * student.inverseSurvivalProbability(tail),
                ofSessions * within.inverseSurvivalProbability(tail));
        double z = difference / ofSessions;
        double t = ofRuns == 0 ? z : difference / ofRuns;
        return new Bound(
                difference - reach,
                difference + reach,
                nearerToHalf(student.survivalProbability(t), within.survivalProbability(z)),
                nearerToHalf(student.cumulativeProbability(t), within.cumulativeProbability(z)),
                false);
    }

    /** The chance that claims less. */
    private static double nearerToHalf(double one, double other) {
        return Math.abs(one - 0.5) < Math.abs(other - 0.5) || Double.isNaN(other) ? one : other;
    }

    /**
     * All runs of a side lie on one side of all runs of the other, and nothing tells how far runs vary: too much failed
     * in all of them, or all are equal. If any run of both sides lies there with some probability, this is how often
     * that happens, for the probability that makes it most frequent.
     */
    private Bound separated(double difference) {
        int before = sides.baseline().size();
        int after = sides.other().size();
        double chance = 0;
        for (int i = 1; i < GRID; i++) {
            double p = i / (double) GRID;
            chance = Math.max(
                    chance,
                    Math.pow(p, before) * Math.pow(1 - p, after) + Math.pow(1 - p, before) * Math.pow(p, after));
        }
        boolean sure = chance <= 1 - confidence;
        double half = chance / 2;
        return difference > 0
                ? new Bound(sure ? difference : Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, half, 1, false)
                : new Bound(Double.NEGATIVE_INFINITY, sure ? difference : Double.POSITIVE_INFINITY, 1, half, false);
    }

    /**
     * The standard error of the difference as the runs show it: what they vary between each other, with what each of
     * them varies within itself.
     */
    private double errorOfRuns(ToDoubleFunction<RunFigure> ofBaseline, ToDoubleFunction<RunFigure> ofOther) {
        double squares = squares(sides.baseline(), ofBaseline)
                + squares(sides.other(), ofOther)
                + squares(history(sides), RunFigure::seen);
        double ofRuns = squares / degrees - meanVariance();
        double runs = 1.0 / sides.baseline().size() + 1.0 / sides.other().size();
        return Math.sqrt(Math.max(0, ofRuns * runs + varianceWithin()));
    }

    /** The variance of the difference if runs did not vary between each other. */
    private double varianceWithin() {
        double before = sides.baseline().size();
        double after = sides.other().size();
        return variances(sides.baseline()) / (before * before) + variances(sides.other()) / (after * after);
    }

    /**
     * Of the variation within runs. Where all have one session it is that of its operations, of which there are many.
     */
    private int degreesWithin() {
        int degreesOfSessions =
                compared().mapToInt(figure -> figure.sessions() - 1).sum();
        return degreesOfSessions > 0 ? degreesOfSessions : MANY;
    }

    /** The variance of a run's figure among equal runs. */
    private double between() {
        return (squares(sides.baseline(), RunFigure::seen)
                        + squares(sides.other(), RunFigure::seen)
                        + squares(history(sides), RunFigure::seen))
                / degrees;
    }

    /** What runs vary within themselves is part of what they vary between each other: of those that show the latter. */
    private double meanVariance() {
        double sum = 0;
        for (List<RunFigure> side : List.of(sides.baseline(), sides.other(), history(sides))) {
            sum += side.isEmpty() ? 0 : variances(side) / side.size() * (side.size() - 1);
        }
        return sum / degrees;
    }

    private static double variances(List<RunFigure> side) {
        return side.stream().mapToDouble(RunFigure::variance).sum();
    }

    private static double squares(List<RunFigure> side, ToDoubleFunction<RunFigure> value) {
        double mean = mean(side, value);
        return Double.isFinite(mean)
                ? side.stream()
                        .mapToDouble(value)
                        .map(one -> (one - mean) * (one - mean))
                        .sum()
                : 0;
    }

    private static int degrees(RunSides<RunFigure> sides) {
        return sides.baseline().size()
                - 1
                + sides.other().size()
                - 1
                + Math.max(0, history(sides).size() - 1);
    }

    /** An earlier run in which too much failed says nothing of how much others vary. */
    private static List<RunFigure> history(RunSides<RunFigure> sides) {
        return sides.history().stream()
                .filter(figure -> Double.isFinite(figure.seen()))
                .toList();
    }

    /** The mean of what was seen; infinite where too much failed in any of the runs. */
    static double mean(List<RunFigure> side) {
        return side.stream().mapToDouble(RunFigure::seen).average().orElse(Double.NaN);
    }

    /** Infinite where all are, NaN where only some are. */
    private static double mean(List<RunFigure> side, ToDoubleFunction<RunFigure> value) {
        double[] values = side.stream().mapToDouble(value).toArray();
        double first = values.length == 0 ? Double.NaN : values[0];
        boolean same = Double.isInfinite(first);
        double sum = 0;
        for (double one : values) {
            if (Double.isInfinite(first) ? one != first : !Double.isFinite(one)) {
                return Double.NaN;
            }
            sum += one;
        }
        return same ? first : sum / values.length;
    }
}
