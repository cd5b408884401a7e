package io.deskmeter.bench.search.platform;

import io.deskmeter.measure.point.PointFailure;

/**
 * The largest number of sessions that a platform accepts, and its behaviour beyond.
 *
 * @param kind behaviour beyond the limit
 * @param sessions that fit
 */
public record SessionLimit(Kind kind, int sessions) {
    /** A platform that becomes slow before it refuses sessions. */
    public static final SessionLimit NONE = new SessionLimit(Kind.REFUSES_LOGONS, Integer.MAX_VALUE);

    /** Behaviours beyond the limit. */
    public enum Kind {
        /** The next logon is refused: no licence left, or a full broker. */
        REFUSES_LOGONS(PointFailure.Kind.LOGONS_REFUSED, "a logon was refused"),
        /** Memory is full: sessions are killed. */
        KILLS_SESSIONS(PointFailure.Kind.SESSIONS_LOST, "sessions lost their desktop"),
        /** Logons take longer with more sessions; beyond the limit, longer than a run waits. */
        ADMITS_SLOWLY(PointFailure.Kind.RAMP_UP_TIMEOUT, "not all sessions had logged on in time");

        private final PointFailure.Kind failure;
        private final String words;

        Kind(PointFailure.Kind failure, String words) {
            this.failure = failure;
            this.words = words;
        }

        PointFailure failure() {
            return new PointFailure(failure, words);
        }
    }

    /** Share of the sessions that are lost when the limit is exceeded. */
    static final double KILLED = 0.1;

    /** Seconds until the loss is detected. */
    static final double DYING_SECONDS = 30;

    /** The limit of a logon in seconds. */
    static final double LOGON_SECONDS = 180;

    private static final double STEEPNESS = 4;

    /** The additional duration of a logon in seconds, for this number of other sessions. */
    double admissionSeconds(int others) {
        return kind == Kind.ADMITS_SLOWLY && sessions < Integer.MAX_VALUE
                ? LOGON_SECONDS * Math.pow((others + 1.0) / (sessions + 1.0), STEEPNESS)
                : 0;
    }
}
