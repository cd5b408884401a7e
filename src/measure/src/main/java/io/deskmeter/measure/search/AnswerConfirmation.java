package io.deskmeter.measure.search;

import io.deskmeter.workload.run.Load;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What must have been measured before a search gives an answer: that as many sessions hold, in full, and that the
 * larger size that bounds the answer really fails. That the answer is no luck is what the search is sure of, or what no
 * further point would tell: all points together say that, not one of them again.
 */
final class AnswerConfirmation {
    /** How often a size must have been measured to decide something alone, without what others say of it. */
    static final int TIMES_VERIFIED = 2;

    /**
     * How often a size must have been looked at to count, where its own points or larger ones contradict that it fails.
     */
    static final int TIMES_BELIEVED = 3;

    /** A measured number so much below the crossing will do, as a share of the precision. */
    private static final double WILL_DO = 0.25;

    /** A size that failed with fewer timings may have failed by chance: the p95 of 60 is the third largest of them. */
    private static final int FEW_TIMINGS = 60;

    /** A size just above the crossing that passed counts as on it. */
    private static final double ON_IT = 0.01;

    private final Load.FindMax load;
    private final SearchHistory findings;
    private final LoadCurve curve;

    /** @param fitted crosses the threshold at the answer */
    AnswerConfirmation(Load.FindMax load, SearchHistory findings, LoadCurve fitted) {
        this.load = load;
        this.findings = findings;
        this.curve = raised(fitted);
    }

    /**
     * What a few noisy points say of the crossing counts less than that a size just above it passed each time it was
     * measured in full.
     */
    private LoadCurve raised(LoadCurve fitted) {
        int passing = findings.passing();
        boolean held = passing > fitted.knee()
                && passing <= fitted.knee() + FindMaxSearch.tolerance(load, passing) + 1
                && findings.passedEachTime(passing, TIMES_VERIFIED);
        return held ? new LoadCurve(Math.min(load.max(), passing + ON_IT), fitted.logSd(), fitted.slope()) : fitted;
    }

    /** The crossing on which the answer rests. */
    LoadCurve curve() {
        return curve;
    }

    /** The load point to measure next; empty if the answer is confirmed. */
    Optional<SearchDecision.Measure> missing() {
        double most = curve.knee();
        OptionalInt failed = findings.onlyFailed();
        if (failed.isPresent() && failed.getAsInt() <= most) {
            if (findings.looks(failed.getAsInt()) < TIMES_BELIEVED) {
                return Optional.of(SearchDecision.Measure.look(
                        load, failed.getAsInt(), "whether " + failed.getAsInt() + " really fail, though more passed"));
            }
            most = failed.getAsInt() - 1.0;
        }
        int want = (int) most;
        int best = findings.holdingUpTo(most, false);
        if (want - best > load.precision() * WILL_DO * want && findings.count(want) == 0) {
            return full(want, "whether " + want + " hold");
        }
        OptionalInt luck = findings.failingInDoubt(FEW_TIMINGS);
        if (luck.isPresent() && findings.looks(luck.getAsInt()) < TIMES_BELIEVED) {
            return full(luck.getAsInt(), "whether " + luck.getAsInt() + " really fail");
        }
        OptionalInt bound = findings.failingOnlyBriefly();
        return bound.isPresent() && matters(bound.getAsInt())
                ? full(bound.getAsInt(), "whether " + bound.getAsInt() + " really fail")
                : Optional.empty();
    }

    /** Another look at a size up to the answer of which no point passed, until that is believed. */
    Optional<SearchDecision.Measure> contradiction() {
        OptionalInt failed = findings.onlyFailed();
        boolean looks = failed.isPresent()
                && failed.getAsInt() <= curve.knee()
                && findings.looks(failed.getAsInt()) < TIMES_BELIEVED;
        return looks
                ? Optional.of(SearchDecision.Measure.look(
                        load, failed.getAsInt(), "whether " + failed.getAsInt() + " really fail, though more passed"))
                : Optional.empty();
    }

    /**
     * Whether the answer would be another one without that size: a brief point that was disturbed makes the line steep.
     */
    private boolean matters(int failing) {
        double without = findings.without(failing).curve(curve.knee()).knee();
        return Math.abs(without - curve.knee()) > FindMaxSearch.tolerance(load, (int) curve.knee());
    }

    private Optional<SearchDecision.Measure> full(int sessions, String why) {
        return Optional.of(SearchDecision.Measure.full(load, sessions, why));
    }
}
