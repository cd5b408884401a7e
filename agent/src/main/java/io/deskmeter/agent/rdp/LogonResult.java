package io.deskmeter.agent.rdp;

/**
 * The result of a logon. Instants are monotonic nanoseconds of one clock.
 *
 * @param firedAt immediately before the client was started
 * @param lastWithoutAt arrival of the last frame on which the desktop was not usable; {@code firedAt} if there was
 *     none. For a failed logon, of the last frame
 * @param shownAt arrival of the first frame on which it was usable; for a failed logon, when that was certain
 * @param words for display: what happened, what was expected, and a hint if it failed
 */
public record LogonResult(Outcome outcome, long firedAt, long lastWithoutAt, long shownAt, String words) {

    /** How it ended. */
    public enum Outcome {
        /** The desktop, or the application, is usable. */
        USABLE,
        /** No connection to the host. */
        UNREACHABLE,
        /** The host's certificate is not trusted, or TLS could not be negotiated. */
        UNTRUSTED,
        /**
         * Wrong user or password, or a user who may not log on; or a server that shows nothing but its log of the
         * connection until the time is over, or it ends the connection.
         */
        REFUSED,
        /** No room for a further session, or no licence. */
        FULL,
        /** There was a session, and it ended: logged off, or taken over by another client. */
        ENDED,
        /** The connection broke. */
        LOST,
        /** A picture rests, and nothing tells whether it is the user's desktop: a login window rests, too. */
        UNPROVED,
        /**
         * The picture does not change, and the server does not answer: it may hang, and its desktop look different by
         * now.
         */
        SILENT,
        /** A desktop, as far as the picture tells, of which a part changed again and again, until the time was over. */
        MOVING,
        /** None of the above, but not usable in time. */
        LATE
    }

    /** Whether nothing decided it before the time was over. */
    public boolean late() {
        return outcome == Outcome.LATE || outcome == Outcome.MOVING;
    }

    public boolean usable() {
        return outcome == Outcome.USABLE;
    }
}
