package io.deskmeter.controller.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as people read them. */
final class Texts {
    /** Stands where there is no figure. */
    static final String UNKNOWN = "–";

    private Texts() {}

    static String sessions(int count) {
        return count == 1 ? "1 session" : count + " sessions";
    }

    /** Seconds with two decimals; a dash where there is no finite figure. */
    static String millis(@Nullable Double millis) {
        return millis == null ? UNKNOWN : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }

    static String number(double millis) {
        return String.format(Locale.ROOT, "%.2f", millis / 1000);
    }

    static String percent(double percent) {
        return String.format(Locale.ROOT, "%.0f %%", percent);
    }
}
