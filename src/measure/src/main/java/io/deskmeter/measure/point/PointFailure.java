package io.deskmeter.measure.point;

import java.util.Locale;

/**
 * Why a load point failed regardless of its timings: the platform did not carry so many sessions. Such a point may fail
 * before any operation was timed.
 *
 * @param kind what happened
 * @param words for people: what, how much, the bound; without a full stop, and without the size of the point
 */
public record PointFailure(Kind kind, String words) {

    /** What can keep a platform from carrying a load point. */
    public enum Kind {
        /** More sessions lost their desktop, or failed, than may. */
        SESSIONS_LOST,
        /** More logons were refused, or came to nothing, than may. */
        LOGONS_REFUSED,
        /** Not all sessions had logged on and warmed up in time. */
        RAMP_UP_TIMEOUT,
        /** Not all sessions had worked what counts in time. */
        STEADY_TIMEOUT,
        /** There was no time in which as many sessions worked as the point has. */
        TOO_FEW_WORKING;

        /** Whether desktops were missing, which no late generator explains. Otherwise something took too long. */
        public boolean isOfMissingSessions() {
            return this == SESSIONS_LOST || this == LOGONS_REFUSED || this == TOO_FEW_WORKING;
        }

        /** As reports name it: {@code sessions-lost}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
