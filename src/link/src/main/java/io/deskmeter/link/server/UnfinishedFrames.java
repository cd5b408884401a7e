package io.deskmeter.link.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Limits the memory of frames of desktop agents that are not complete, in all and of each site: whoever uses a desktop
 * has their secret, and could hold all memory for messages with half frames. Where there is too much, the link of the
 * site with most ends whose frame has taken longest: a frame of an honest agent is complete within moments.
 * Thread-safe.
 */
final class UnfinishedFrames {
    /** A small part of what a controller has for messages: as much as its heap. */
    static final long MOST_BYTES = 96L << 20;

    /** Many desktops may be on one machine, or behind one address. */
    static final long MOST_BYTES_OF_SITE = 48L << 20;

    /** In the order in which their frames began. */
    private final Map<AgentChannel, Held> held = new LinkedHashMap<>();

    private final Map<String, Long> bySite = new HashMap<>();
    private long bytes;

    private record Held(String site, long bytes) {}

    /**
     * Sets what a link holds.
     *
     * @param next whether that is of another frame than before
     * @return the links that have to end
     */
    synchronized List<AgentChannel> holds(AgentChannel link, String site, long now, boolean next) {
        Held before = held.get(link);
        if (before != null && (next || now == 0)) {
            held.remove(link);
        }
        count(site, now - (before == null ? 0 : before.bytes()));
        if (now > 0) {
            held.put(link, new Held(site, now));
        }
        List<AgentChannel> ending = new ArrayList<>();
        while (bytes > MOST_BYTES || bySite.getOrDefault(site, 0L) > MOST_BYTES_OF_SITE) {
            String most = bytes > MOST_BYTES ? siteWithMost() : site;
            AgentChannel oldest = oldestOf(most);
            forget(oldest);
            ending.add(oldest);
        }
        return ending;
    }

    private void count(String site, long more) {
        bytes += more;
        // A site that holds nothing has no entry: there may be many, in the course of time.
        bySite.compute(site, (same, before) -> {
            long sum = (before == null ? 0 : before) + more;
            return sum == 0 ? null : sum;
        });
    }

    private String siteWithMost() {
        return bySite.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElseThrow();
    }

    private AgentChannel oldestOf(String site) {
        return held.entrySet().stream()
                .filter(entry -> entry.getValue().site().equals(site))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** The link has ended. */
    synchronized void forget(AgentChannel link) {
        Held before = held.remove(link);
        if (before != null) {
            count(before.site(), -before.bytes());
        }
    }

    /** What all hold. */
    synchronized long bytes() {
        return bytes;
    }

    /** How many sites hold something. */
    synchronized int sites() {
        return bySite.size();
    }
}
