package io.deskmeter.measure.validity;

import io.deskmeter.measure.point.PointFailure;
import io.deskmeter.measure.point.PointFailure.Kind;
import io.deskmeter.measure.statistics.FigureFormat;
import io.deskmeter.workload.Plural;
import io.deskmeter.workload.run.ValidityBounds;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The actual sessions of a load point. A load point of N is N sessions at work during all that counts, or it fails.
 *
 * @param asked that were to work
 * @param refused of them that never had a usable desktop
 * @param lost of them that lost their desktop, or failed, after they had logged on
 * @param leastWorking the smallest number that worked at a time while iterations counted; −1 where none ever counted
 * @param meanWorking their mean over that time, NaN where none ever counted
 * @param faults of them that an error of Deskmeter itself ended, by number, with the error: neither refused nor lost,
 *     as nobody knows how their desktops would have done
 * @param faultedLogons how many of {@code faults} ended before there was a usable desktop
 */
public record PointSessions(
        int asked,
        int refused,
        int lost,
        int leastWorking,
        double meanWorking,
        Map<Integer, String> faults,
        int faultedLogons) {
    /** The value of an unknown number of working sessions. */
    public static final int UNKNOWN = -1;

    /** So many are named; more are only counted. */
    private static final int NAMED = 3;

    private static final double ROUNDING = 1e-9;

    /** @param faults null in a point of an earlier version */
    public PointSessions(
            int asked,
            int refused,
            int lost,
            int leastWorking,
            double meanWorking,
            @Nullable Map<Integer, String> faults,
            int faultedLogons) {
        this.asked = asked;
        this.refused = refused;
        this.lost = lost;
        this.leastWorking = leastWorking;
        this.meanWorking = meanWorking;
        this.faults = faults == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(faults));
        this.faultedLogons = faultedLogons;
    }

    /** One of whose sessions errors of Deskmeter ended some, all after they had logged on. */
    public PointSessions(
            int asked, int refused, int lost, int leastWorking, double meanWorking, Map<Integer, String> faults) {
        this(asked, refused, lost, leastWorking, meanWorking, faults, 0);
    }

    /** One of whose sessions no error of Deskmeter ended any. */
    public PointSessions(int asked, int refused, int lost, int leastWorking, double meanWorking) {
        this(asked, refused, lost, leastWorking, meanWorking, Map.of());
    }

    /** A point whose sessions all worked. */
    public static PointSessions all(int sessions) {
        return new PointSessions(sessions, 0, 0, sessions, sessions);
    }

    /** Of those asked for, how many logged on, 0 to 1. */
    public double loggedOnShare() {
        return asked == 0 ? Double.NaN : (asked - refused) / (double) asked;
    }

    /** Of those asked for, how many were lost after they had logged on, 0 to 1. */
    public double lostShare() {
        return asked == 0 ? Double.NaN : lost / (double) asked;
    }

    /**
     * Why the point fails for lack of sessions; empty if it had enough, or if those that an error of Deskmeter ended
     * might have been enough.
     *
     * @param bounds of the run profile
     * @param example what became of one of those that are missing, for people; may be empty
     */
    public Optional<PointFailure> failure(ValidityBounds bounds, String example) {
        String such = example.isEmpty() ? "" : "; " + example;
        if (loggedOnShare() < bounds.logons()) {
            return Optional.of(new PointFailure(
                    Kind.LOGONS_REFUSED,
                    refused + " of " + Plural.of(asked, "session") + " could not log on: "
                            + FigureFormat.percent(loggedOnShare()) + " did (bound: at least "
                            + FigureFormat.percent(bounds.logons()) + ")" + such));
        }
        if (lostShare() > bounds.lost()) {
            return Optional.of(new PointFailure(
                    Kind.SESSIONS_LOST,
                    lost + " of " + Plural.of(asked, "session") + (lost == 1 ? " was lost: " : " were lost: ")
                            + FigureFormat.percent(lostShare()) + " (bound: at most "
                            + FigureFormat.percent(bounds.lost()) + ")"
                            + such));
        }
        return tooFewWorking(bounds);
    }

    /**
     * Whether it had enough sessions only if those that an error of Deskmeter ended would have logged on and worked.
     */
    public boolean lacksByFaults(ValidityBounds bounds) {
        PointSessions allLost = new PointSessions(
                asked,
                refused + faultedLogons,
                lost + faults.size() - faultedLogons,
                leastWorking,
                meanWorking,
                Map.of());
        return failure(bounds, "").isEmpty() && allLost.failure(bounds, "").isPresent();
    }

    /**
     * The sessions that an error of Deskmeter ended, for people: {@code session 3: fault: java.lang.OutOfMemoryError};
     * empty if there are none.
     */
    public String faultWords() {
        String more = faults.size() > NAMED ? " and " + (faults.size() - NAMED) + " more" : "";
        return new TreeMap<>(faults)
                .entrySet().stream()
                        .limit(NAMED)
                        .map(fault -> "session " + fault.getKey() + ": " + fault.getValue())
                        .collect(Collectors.joining(", ", "", more));
    }

    private Optional<PointFailure> tooFewWorking(ValidityBounds bounds) {
        int mayBeMissing = whole(asked * (1 - bounds.logons())) + whole(asked * bounds.lost());
        if (leastWorking == UNKNOWN || leastWorking + faults.size() >= asked - mayBeMissing) {
            return Optional.empty();
        }
        return Optional.of(new PointFailure(
                Kind.TOO_FEW_WORKING,
                "at times no more than " + leastWorking + " of " + Plural.of(asked, "session")
                        + " worked (bound: at least " + (asked - mayBeMissing) + ")"));
    }

    /**
     * So many whole sessions; products such as {@code 0.29 * 100} end a little below the whole number that they mean.
     */
    private static int whole(double share) {
        return (int) Math.floor(share + ROUNDING);
    }
}
