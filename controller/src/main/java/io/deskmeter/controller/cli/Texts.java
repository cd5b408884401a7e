package io.deskmeter.controller.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Figures as people read them. */
final class Texts {
    private Texts() {}

    static String sessions(int count) {
        return count == 1 ? "1 session" : count + " sessions";
    }

    /** Seconds with two decimals; a dash where there is no finite figure. */
    static String millis(@Nullable Double millis) {
        return millis == null ? "–" : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }

    static String number(@Nullable Double millis) {
        return millis == null ? "–" : String.format(Locale.ROOT, "%.2f", millis / 1000);
    }

    static String percent(double percent) {
        return String.format(Locale.ROOT, "%.0f %%", percent);
    }
}
