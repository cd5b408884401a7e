package io.deskmeter.measure.timing;

import io.deskmeter.workload.run.Thresholds;
import java.util.Locale;

/**
 * How something ended that a load point planned: an operation, a sample of a metric, a logon. Each of them ended in
 * exactly one of these ways.
 */
public enum Ending {
    /** As asked for, and within its threshold or limit where it has one. */
    OK,
    /** As asked for, but beyond its threshold or limit. */
    SLOW,
    /** By itself: not seen in time, the application had ended, the logon was refused. */
    FAILED,
    /** Not tried, because something before it had failed: for its user it failed as well. */
    NOT_REACHED,
    /** With its session: the desktop was lost before it ended, or before it began. */
    LOST,
    /** Spoilt or lost by Deskmeter itself: how the platform would have done is not known. */
    NOT_DELIVERED,
    /** A sample whose value could not be told, though its operation ended well. */
    UNKNOWN,
    /** The load point had failed already and was ended: there was no time for it. */
    ENDED_EARLY;

    /** Whether it is the platform's loss, which counts as worse than anything that was measured. */
    public boolean isLoss() {
        return this == FAILED || this == NOT_REACHED || this == LOST;
    }

    /** Whether its value may be anything: it must not help, wherever it matters. */
    public boolean isOpen() {
        return this == NOT_DELIVERED || this == UNKNOWN;
    }

    /** How a timing ended; the threshold of its group tells slow from ok, and group C has none. */
    public static Ending of(Timing timing, Thresholds thresholds) {
        return switch (timing.outcome()) {
            case OK -> isSlow(timing, thresholds) ? SLOW : OK;
            case TIMEOUT, APPLICATION_FAILED -> FAILED;
            case SKIPPED -> NOT_REACHED;
            case DESKTOP_LOST -> LOST;
            case HARNESS_ERROR -> NOT_DELIVERED;
        };
    }

    private static boolean isSlow(Timing timing, Thresholds thresholds) {
        return switch (timing.group()) {
            case A, B -> timing.responseNanos() > thresholds.of(timing.group()).toNanos();
            case C -> false;
        };
    }

    /** As reports name it: {@code not-reached}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
