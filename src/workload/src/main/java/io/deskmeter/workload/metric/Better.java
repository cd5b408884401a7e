package io.deskmeter.workload.metric;

import java.util.Locale;

/** Which values of a metric are the better ones. */
public enum Better {
    LOWER,
    HIGHER;

    /** As it is written in a workload: {@code lower}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
