package io.deskmeter.controller.run.figure;

import io.deskmeter.measure.validity.PointSessions;

/** Counts the working sessions of a load point while iterations count. Owned by the run's mailbox. */
public final class WorkingSessionCounter {
    private int now;
    private int least = PointSessions.UNKNOWN;
    private double sessionNanos;
    private long nanos;
    private long since;
    private boolean counts;

    public WorkingSessionCounter() {}

    /** As another one is now. */
    public WorkingSessionCounter(WorkingSessionCounter other) {
        now = other.now;
        least = other.least;
        sessionNanos = other.sessionNanos;
        nanos = other.nanos;
        since = other.since;
        counts = other.counts;
    }

    /** From now on iterations count, with this number of working sessions. */
    public void begin(int sessions, long at) {
        now = sessions;
        least = least == PointSessions.UNKNOWN ? sessions : Math.min(least, sessions);
        since = at;
        counts = true;
    }

    /** One less since then; the message may come later, even when nothing counts any more. */
    public void lost(long at) {
        if (least == PointSessions.UNKNOWN) {
            return;
        }
        if (counts) {
            add(Math.max(at, since));
        } else {
            sessionNanos -= Math.max(0, since - at);
        }
        now--;
        least = Math.min(least, now);
    }

    /** All that counts has been worked. */
    public void end(long at) {
        if (counts) {
            add(at);
            counts = false;
        }
    }

    private void add(long at) {
        sessionNanos += (double) now * (at - since);
        nanos += at - since;
        since = at;
    }

    /** The smallest number, {@link PointSessions#UNKNOWN} if nothing counted. */
    public int least() {
        return least;
    }

    /** The mean over time, NaN if nothing counted. */
    public double mean() {
        if (least == PointSessions.UNKNOWN) {
            return Double.NaN;
        }
        return nanos == 0 ? now : sessionNanos / nanos;
    }
}
