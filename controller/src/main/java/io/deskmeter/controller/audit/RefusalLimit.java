package io.deskmeter.controller.audit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Limits the entries that refused requests get in the audit log, of each sender, so that strangers neither fill the
 * store nor hide what others do; those that are left out are counted. Thread-safe.
 */
public final class RefusalLimit {
    /** Of one sender in a minute. */
    public static final int MOST = 60;
    /** Senders with a count of their own; all others share one. */
    public static final int MOST_SENDERS = 200;

    private static final Duration EACH = Duration.ofMinutes(1);
    private static final String OTHERS = "others";

    private final LongSupplier nanoTime;
    private final Map<String, Integer> counts = new HashMap<>();
    private long begun;
    private long leftOut;

    /** @param nanoTime of a clock that is never set */
    public RefusalLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
    }

    /**
     * Admits an entry.
     *
     * @param sender who is known, or an address
     * @return what to add to the entry; empty if there is to be none
     */
    public synchronized Optional<String> admit(String sender) {
        long now = nanoTime.getAsLong();
        if (now - begun >= EACH.toNanos()) {
            begun = now;
            counts.clear();
        }
        String counted = counts.containsKey(sender) || counts.size() < MOST_SENDERS ? sender : OTHERS;
        if (counts.merge(counted, 1, Integer::sum) > MOST) {
            leftOut++;
            return Optional.empty();
        }
        long before = leftOut;
        leftOut = 0;
        return Optional.of(before == 0 ? "" : "; " + before + " more refused requests before this one have no entry");
    }
}
