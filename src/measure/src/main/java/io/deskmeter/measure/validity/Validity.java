package io.deskmeter.measure.validity;

import io.deskmeter.measure.statistics.FigureFormat;
import io.deskmeter.measure.validity.ValidityCheck.Unit;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.run.ValidityBounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Checks whether the harness worked as planned. Pacing and lag are looked at where load points passed, or, if none did,
 * at the smallest ones; a point that failed while the harness was beyond its bounds is none of them: see
 * {@link HarnessFault}. Refused logons and lost sessions are the platform's: they fail the point that has too many of
 * them ({@link PointSessions}) and are reported here for the points that passed.
 */
public final class Validity {
    private static final double NANOS_PER_MILLI = 1e6;

    /** An agent that starts desktops so much later than it was told ramps up more slowly than the profile says. */
    private static final double MOST_QUEUED_MS = 5000;

    private final ValidityBounds bounds;
    private final List<Measured> all;
    private final List<Measured> passed;
    private final List<Measured> believed;

    /**
     * A load point, and how it was worked.
     *
     * @param point what it showed
     * @param pacingStatistics whether its sessions kept to the plan
     * @param sessions how many of them there really were
     */
    public record Measured(RunFacts.Point point, PacingStatistics pacingStatistics, PointSessions sessions) {}

    private Validity(ValidityBounds bounds, List<Measured> all, List<Measured> passed, List<Measured> believed) {
        this.bounds = bounds;
        this.all = all;
        this.passed = passed;
        this.believed = believed;
    }

    private static Validity of(ValidityBounds bounds, List<Measured> points) {
        List<Measured> passed =
                points.stream().filter(p -> p.point().summary().pass()).toList();
        return new Validity(bounds, points, passed, passed.isEmpty() ? smallest(points) : passed);
    }

    /** Those of one load point, whether it passed or not, that say whether the harness kept to the plan. */
    static List<ValidityCheck> ofGenerator(ValidityBounds bounds, Measured point) {
        Validity validity = new Validity(bounds, List.of(point), List.of(), List.of(point));
        return List.of(validity.pacing(), validity.lag(), validity.harness());
    }

    /**
     * The points of the fewest sessions. Where none passed, they say what the platform carries; at a larger one a
     * generator on an overloaded machine is late as well. A point that the platform did not carry tells nothing of the
     * generator.
     */
    private static List<Measured> smallest(List<Measured> points) {
        List<Measured> timed = points.stream()
                .filter(point -> point.point().summary().failure() == null)
                .toList();
        int fewest = timed.stream()
                .mapToInt(point -> point.point().summary().sessions())
                .min()
                .orElse(0);
        return timed.stream()
                .filter(point -> point.point().summary().sessions() == fewest)
                .toList();
    }

    /** All checks, whether kept or not. */
    public static List<ValidityCheck> check(ValidityBounds bounds, List<Measured> points) {
        Validity validity = of(bounds, points);
        List<ValidityCheck> checks = new ArrayList<>();
        checks.add(validity.logons());
        checks.add(validity.lost());
        checks.add(validity.pacing());
        checks.add(validity.mix());
        checks.add(validity.lag());
        checks.add(validity.queue());
        checks.add(validity.harness());
        return checks;
    }

    private ValidityCheck logons() {
        return worst(passed, p -> -p.sessions().loggedOnShare())
                .map(worst -> share(
                        "logons",
                        worst.sessions().loggedOnShare(),
                        bounds.logons(),
                        true,
                        worst.sessions().asked() - worst.sessions().refused() + " of "
                                + Plural.of(worst.sessions().asked(), "session") + " logged on"))
                .orElseGet(
                        () -> share("logons", Double.NaN, bounds.logons(), true, "logons where a load point passed"));
    }

    private ValidityCheck lost() {
        return worst(passed, p -> p.sessions().lostShare())
                .map(worst -> share(
                        "lost",
                        worst.sessions().lostShare(),
                        bounds.lost(),
                        false,
                        worst.sessions().lost() + " of "
                                + Plural.of(worst.sessions().asked(), "session") + " were lost or failed"))
                .orElseGet(() -> share("lost", Double.NaN, bounds.lost(), false, "losses where a load point passed"));
    }

    private ValidityCheck pacing() {
        return worst(believed, p -> p.pacingStatistics().pacingDeviation())
                .map(worst -> share(
                        "pacing",
                        worst.pacingStatistics().pacingDeviation(),
                        bounds.pacing(),
                        false,
                        "mean think time "
                                + FigureFormat.seconds(worst.pacingStatistics().thinkMs()) + " instead of "
                                + FigureFormat.seconds(worst.pacingStatistics().plannedThinkMs()) + at(worst)))
                .orElseGet(() -> share("pacing", Double.NaN, bounds.pacing(), false, "mean think time"));
    }

    private ValidityCheck mix() {
        // Where a point failed, the platform may have kept operations from being reached: that is its failure, not the
        // harness's.
        return worst(passed, p -> p.pacingStatistics().mixDeviation())
                .map(worst -> share(
                        "mix",
                        worst.pacingStatistics().mixDeviation(),
                        bounds.mix(),
                        false,
                        (worst.pacingStatistics().deviating().isEmpty()
                                        ? "operations in the planned numbers"
                                        : "not the planned number of "
                                                + worst.pacingStatistics().deviating())
                                + at(worst)))
                .orElseGet(() -> share("mix", Double.NaN, bounds.mix(), false, "numbers of operations"));
    }

    private ValidityCheck lag() {
        double bound = bounds.lag().toNanos() / NANOS_PER_MILLI;
        return worst(believed, p -> p.point().summary().scheduleLagP95Ms())
                .map(worst -> {
                    double lag = worst.point().summary().scheduleLagP95Ms();
                    String words = "95 % of the inputs were sent at most " + FigureFormat.seconds(lag) + " late"
                            + at(worst) + " (bound: " + FigureFormat.seconds(bound) + ")";
                    return new ValidityCheck("lag", lag, bound, Unit.MILLISECONDS, false, words);
                })
                .orElseGet(() -> new ValidityCheck(
                        "lag", Double.NaN, bound, Unit.MILLISECONDS, false, "lateness of the inputs: not known"));
    }

    /** Logons that wait in their agent come later than planned, though their own time does not count it. */
    private ValidityCheck queue() {
        return worst(all, p -> p.point().summary().logons().queuedP95Ms())
                .map(worst -> {
                    double queued = worst.point().summary().logons().queuedP95Ms();
                    String words = "95 % of the logons waited at most " + FigureFormat.seconds(queued)
                            + " in their agent" + at(worst) + " (bound: " + FigureFormat.seconds(MOST_QUEUED_MS) + ")";
                    return new ValidityCheck("logonQueue", queued, MOST_QUEUED_MS, Unit.MILLISECONDS, false, words);
                })
                .orElseGet(() -> new ValidityCheck(
                        "logonQueue",
                        Double.NaN,
                        MOST_QUEUED_MS,
                        Unit.MILLISECONDS,
                        false,
                        "waits of logons in their agents: not known"));
    }

    private ValidityCheck harness() {
        return worst(all, p -> p.point().harnessCpu())
                .map(worst -> share(
                        "harnessCpu",
                        worst.point().harnessCpu(),
                        bounds.harnessCpu(),
                        false,
                        "Deskmeter's own share of all cores" + at(worst)))
                .orElseGet(() -> share(
                        "harnessCpu", Double.NaN, bounds.harnessCpu(), false, "Deskmeter's own share of all cores"));
    }

    /** The point where a figure is the largest; empty if it is known of none. */
    private static Optional<Measured> worst(List<Measured> points, ToDoubleFunction<Measured> figure) {
        return points.stream()
                .filter(point -> !Double.isNaN(figure.applyAsDouble(point)))
                .max(Comparator.comparingDouble(figure));
    }

    private static String at(Measured point) {
        return " at " + Plural.of(point.point().summary().sessions(), "session");
    }

    private static ValidityCheck share(String id, double value, double bound, boolean atLeast, String what) {
        String told = Double.isNaN(value) ? ": not known" : ": " + FigureFormat.percent(value);
        String words =
                what + told + " (bound: " + (atLeast ? "at least " : "at most ") + FigureFormat.percent(bound) + ")";
        return new ValidityCheck(id, value, bound, Unit.SHARE, atLeast, words);
    }
}
