package io.deskmeter.testkit.platform;

import io.deskmeter.measure.PointFailure;

/**
 * How many sessions a platform carries at all, and what it does when more are asked for.
 *
 * @param kind what happens beyond the limit
 * @param sessions that fit
 */
public record SessionLimit(Kind kind, int sessions) {
    /** A platform that is slow before it refuses anybody. */
    public static final SessionLimit NONE = new SessionLimit(Kind.REFUSES_LOGONS, Integer.MAX_VALUE);

    /** Ways to carry no more. */
    public enum Kind {
        /** The next logon is refused: licences, a broker that is full. */
        REFUSES_LOGONS(PointFailure.Kind.LOGONS_REFUSED, "a logon was refused"),
        /** Memory is full: sessions are killed. */
        KILLS_SESSIONS(PointFailure.Kind.SESSIONS_LOST, "sessions lost their desktop"),
        /** Logons take longer the more sessions there are; beyond the limit, longer than a run waits. */
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

    /** Share of the sessions that die when one too many is there. */
    static final double KILLED = 0.1;

    /** Seconds until the dying are noticed. */
    static final double DYING_SECONDS = 30;

    /** Seconds that a logon may take. */
    static final double LOGON_SECONDS = 180;

    private static final double STEEPNESS = 4;

    /** How much longer than usual the logon of a session takes that finds so many others, in seconds. */
    double admissionSeconds(int others) {
        return kind == Kind.ADMITS_SLOWLY && sessions < Integer.MAX_VALUE
                ? LOGON_SECONDS * Math.pow((others + 1.0) / (sessions + 1.0), STEEPNESS)
                : 0;
    }
}
