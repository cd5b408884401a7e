package io.deskmeter.measure.timing;

/**
 * A logon that a load point asked for.
 *
 * @param session from 0
 * @param ending {@link Ending#OK} where the desktop became usable, whether in time or not; {@link Ending#FAILED} where
 *     it was refused or never came; {@link Ending#LOST} where its connection was lost before;
 *     {@link Ending#NOT_DELIVERED} where an error of its agent ended it, its agent was lost before it could tell, or
 *     the run ended first; {@link Ending#ENDED_EARLY} where its load point had failed by others before
 * @param millis from the first connection to the first usable frame, NaN unless {@code ending} is {@link Ending#OK}
 * @param queuedMs for how long its start had waited in its agent, which is no part of {@code millis}; NaN where nobody
 *     says
 */
public record Logon(int session, Ending ending, double millis, double queuedMs) {
    public Logon {
        if (Double.isNaN(millis) == (ending == Ending.OK)) {
            throw new IllegalArgumentException("logon of session " + session + ": " + ending.label() + " with " + millis
                    + " ms (expected: a time of one that succeeded, and of no other)");
        }
    }

    /** One of which nobody says how long it had waited. */
    public Logon(int session, Ending ending, double millis) {
        this(session, ending, millis, Double.NaN);
    }
}
