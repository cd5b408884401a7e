package io.deskmeter.agent.watch.probe;

import io.deskmeter.agent.series.SeriesValue;
import io.deskmeter.measure.timing.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * For how much of the time the desktop of one session does not respond, whether its user waits or not. A desktop does
 * not respond from a {@link ScreenProber probe} that it has not answered within 250 ms until it answers. When that
 * began lies between the answer before and the probe: the middle is taken, and half of that time is the uncertainty.
 *
 * <p>Pure bookkeeping of what the prober tells, in monotonic nanoseconds; used on the session's executor.
 */
public final class Responsiveness {
    /** A desktop that takes longer to answer does not respond. */
    public static final long BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** If the agent looked away for a larger share of the time, the rest says nothing of it. */
    static final double MOST_UNWATCHED = 0.1;

    private static final double PERCENT = 100;

    /** Why the desktop cannot be asked, without a full stop; empty if it can. */
    private String unable;

    private long from;
    private double frozen;
    private double doubt;
    private double unwatched;

    /** When the desktop was last known to respond. */
    private long respondedAt;
    /** When the oldest probe without an answer was sent; {@link Timing#NEVER} if there is none. */
    private long askedAt = Timing.NEVER;
    /** Until when a freeze that has not ended has been counted already. */
    private long countedTo;
    /** When the agent looked away since the desktop last responded. */
    private final List<Span> looksAway = new ArrayList<>();

    private record Span(long from, long to) {
        long within(long begin, long end) {
            return Math.max(0, Math.min(to, end) - Math.max(from, begin));
        }
    }

    /**
     * Begins with a desktop that responds.
     *
     * @param now from when on the desktop is watched
     * @param unable why it cannot be asked, without a full stop; empty if it can
     */
    public Responsiveness(long now, String unable) {
        this.unable = unable;
        this.from = now;
        this.respondedAt = now;
        this.countedTo = now;
    }

    /** A probe leaves, or should have left. */
    void asked(long at) {
        askedAt = askedAt == Timing.NEVER ? at : askedAt;
    }

    /** The last probe has been answered. */
    void answered(long at) {
        if (askedAt == Timing.NEVER) {
            return;
        }
        if (isFrozen(at)) {
            count(at);
        }
        respondedAt = at;
        countedTo = at;
        askedAt = Timing.NEVER;
        looksAway.clear();
    }

    /** The desktop cannot be asked, for this reason. */
    void unable(String why) {
        unable = why;
    }

    /**
     * The agent itself did nothing for that time, so it says nothing of the desktop: a pause of its program, or more
     * work than it can do.
     */
    public void lookedAway(long begin, long end) {
        looksAway.add(new Span(begin, end));
        unwatched += Math.max(0, end - Math.max(begin, from));
    }

    private boolean isFrozen(long now) {
        return askedAt != Timing.NEVER && now - askedAt - awayBetween(askedAt, now) > BOUND_NANOS;
    }

    private long awayBetween(long begin, long end) {
        return looksAway.stream().mapToLong(span -> span.within(begin, end)).sum();
    }

    /** The middle of when it may have begun. */
    private long frozenSince() {
        return askedAt - unsure() / 2;
    }

    /** For how long it is not known whether the desktop responded already, or not yet, before it was asked. */
    private long unsure() {
        return askedAt - respondedAt - awayBetween(respondedAt, askedAt);
    }

    private void count(long now) {
        long since = Math.max(countedTo, frozenSince());
        frozen += now - since - awayBetween(since, now);
        doubt += countedTo > frozenSince() ? 0 : unsure() / 2.0;
        countedTo = now;
    }

    /**
     * The share of the time since the last call, in percent. What is not decided yet belongs to its uncertainty, and to
     * the next share if it turns out that the desktop did not respond.
     *
     * @param now not before any other instant that was told
     */
    public SeriesValue until(long now) {
        if (isFrozen(now)) {
            count(now);
        } else if (askedAt != Timing.NEVER) {
            doubt += now - Math.max(from, frozenSince());
        }
        SeriesValue share = share(now);
        from = now;
        frozen = 0;
        doubt = 0;
        unwatched = 0;
        return share;
    }

    private SeriesValue share(long now) {
        long all = now - from;
        double watched = all - unwatched;
        if (!unable.isEmpty()) {
            return SeriesValue.unknown(from, now, unable);
        }
        if (watched <= 0 || unwatched > MOST_UNWATCHED * all) {
            return SeriesValue.unknown(
                    from,
                    now,
                    String.format(
                            Locale.ROOT,
                            "the agent itself was late for %.1f of %.1f s (bound: %.0f %%)",
                            unwatched / 1e9,
                            all / 1e9,
                            MOST_UNWATCHED * PERCENT));
        }
        return SeriesValue.known(
                from, now, Math.min(PERCENT, PERCENT * frozen / watched), Math.min(PERCENT, PERCENT * doubt / watched));
    }
}
