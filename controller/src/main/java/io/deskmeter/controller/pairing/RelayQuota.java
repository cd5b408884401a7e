package io.deskmeter.controller.pairing;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the size of all messages that are kept for desktop agents that are not there yet: whoever sends them decides
 * how large they are. Of the room that the others leave, one client agent gets half at most, so that it cannot have the
 * sessions of others end. Owned by the broker's mailbox.
 */
final class RelayQuota {
    /** A few hundred run profiles. */
    static final long MOST = 32L << 20;

    private final Map<String, Long> byClient = new HashMap<>();
    private long bytes;

    /** Counts a message that is to be kept; false if there is no room for it. */
    boolean take(String client, int more) {
        long own = byClient.getOrDefault(client, 0L);
        if (own + more > (MOST - (bytes - own)) / 2) {
            return false;
        }
        count(client, more);
        return true;
    }

    void giveBack(String client, long less) {
        count(client, -less);
    }

    private void count(String client, long more) {
        bytes += more;
        byClient.compute(client, (same, before) -> {
            long sum = (before == null ? 0 : before) + more;
            return sum == 0 ? null : sum;
        });
    }
}
