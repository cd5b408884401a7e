package io.deskmeter.controller.openid;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits what is done at a time, in all and for each site, so that one site does not keep the others away. Thread-safe.
 */
final class ConcurrencyLimit {
    private final int all;
    private final int ofSite;
    private final Map<String, Integer> taken = new HashMap<>();
    private int sum;

    ConcurrencyLimit(int all, int ofSite) {
        this.all = all;
        this.ofSite = ofSite;
    }

    /** Takes a place; false if there is none for this site. */
    synchronized boolean take(String site) {
        if (sum >= all || taken.getOrDefault(site, 0) >= ofSite) {
            return false;
        }
        taken.merge(site, 1, Integer::sum);
        sum++;
        return true;
    }

    /** Gives one back that was taken. */
    synchronized void leave(String site) {
        taken.computeIfPresent(site, (key, places) -> places == 1 ? null : places - 1);
        sum--;
    }
}
