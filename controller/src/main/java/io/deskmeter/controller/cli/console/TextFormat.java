package io.deskmeter.controller.cli.console;

import io.deskmeter.text.PeerText;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Formats figures for the terminal. */
public final class TextFormat {
    /** The placeholder for a missing figure. */
    public static final String UNKNOWN = "–";

    private TextFormat() {}

    /** Seconds with two decimals; a dash if there is no finite figure. */
    public static String millis(@Nullable Double millis) {
        return millis == null ? UNKNOWN : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }

    /** A point in time of an answer, to the second: {@code 2026-11-27T05:30:00Z}. */
    public static String instant(JsonNode time) {
        String text = time.asString("");
        try {
            return Instant.parse(text).truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeParseException e) {
            return PeerText.line(text);
        }
    }

    public static String number(double millis) {
        return String.format(Locale.ROOT, "%.2f", millis / 1000);
    }

    public static String percent(double percent) {
        return String.format(Locale.ROOT, "%.0f %%", percent);
    }
}
