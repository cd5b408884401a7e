package io.deskmeter.link.relay;

/**
 * What became of the messages of one or more exchanges.
 *
 * @param repeated messages that were sent again
 * @param ignored messages that arrived again, or before an earlier one that was lost; the sender repeats the latter
 * @param dropped messages that were never sent, because too many were unconfirmed; their session is lost
 */
public record RelayCounts(long repeated, long ignored, long dropped) {
    public static final RelayCounts NONE = new RelayCounts(0, 0, 0);

    /** The sum of both. */
    public RelayCounts plus(RelayCounts other) {
        return new RelayCounts(repeated + other.repeated, ignored + other.ignored, dropped + other.dropped);
    }
}
