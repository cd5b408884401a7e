package io.deskmeter.screen;

/**
 * What a screen says to a {@link Screen#probe}.
 *
 * @param sentAt monotonic nanoseconds read immediately before the probe left
 */
public record ProbeAnswer(Kind kind, long sentAt) {
    /** What can be concluded. */
    public enum Kind {
        /**
         * What frames will show from now on had not been there at {@link ProbeAnswer#sentAt}: whatever had, the
         * listener has heard of.
         */
        UNCHANGED,
        /** Changes were on their way: the answer says nothing. */
        INCONCLUSIVE,
        /** The probe could not be sent, or the connection that it left on is over: the server has not answered it. */
        NOT_ASKED,
        /** This screen cannot answer probes. */
        UNSUPPORTED
    }

    public static ProbeAnswer unchanged(long sentAt) {
        return new ProbeAnswer(Kind.UNCHANGED, sentAt);
    }

    public static ProbeAnswer inconclusive(long sentAt) {
        return new ProbeAnswer(Kind.INCONCLUSIVE, sentAt);
    }

    /**
     * The server has not answered, and will not.
     *
     * @param triedAt when the probe left, or should have left
     */
    public static ProbeAnswer notAsked(long triedAt) {
        return new ProbeAnswer(Kind.NOT_ASKED, triedAt);
    }

    public static ProbeAnswer unsupported() {
        return new ProbeAnswer(Kind.UNSUPPORTED, 0);
    }
}
