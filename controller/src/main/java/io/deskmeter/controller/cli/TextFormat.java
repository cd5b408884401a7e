package io.deskmeter.controller.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats figures for the terminal. */
final class TextFormat {
    /** The placeholder for a missing figure. */
    static final String UNKNOWN = "–";

    private TextFormat() {}

    /** Seconds with two decimals; a dash if there is no finite figure. */
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
