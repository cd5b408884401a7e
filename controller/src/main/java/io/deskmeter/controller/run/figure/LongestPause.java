package io.deskmeter.controller.run.figure;

import io.deskmeter.controller.run.fact.HostSample;
import java.util.Locale;

/**
 * The longest time for which a client agent of a run stood still: it explains what it did too late. Owned by the run's
 * mailbox.
 */
public final class LongestPause {
    /** As agents judge their own pauses: a longer one spoils what it overlaps. */
    private static final double BOUND_MS = 250;

    private double millis;
    private String host = "";

    public void add(HostSample sample) {
        Double pause = sample.load().longestPauseMs();
        if (pause != null && sample.generatesLoad() && pause > millis) {
            millis = pause;
            host = sample.host();
        }
    }

    /** For a sentence that goes on after it; empty if no client agent stood still. */
    public String words() {
        return millis <= BOUND_MS
                ? ""
                : String.format(
                        Locale.ROOT,
                        "a client agent on %s stood still for %.1f s (bound: %.2f s); ",
                        host,
                        millis / 1000,
                        BOUND_MS / 1000);
    }
}
