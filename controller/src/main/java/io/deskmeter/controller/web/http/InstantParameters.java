package io.deskmeter.controller.web.http;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Reads instants in parameters as RFC 3339 has them, which is what the OpenAPI document promises with
 * {@code date-time}: also with offsets beyond the 18 hours that {@link ZoneOffset} knows.
 */
@Configuration(proxyBeanMethods = false)
class InstantParameters implements WebMvcConfigurer {
    private static final Pattern DATE_TIME =
            Pattern.compile("(\\d{4}-\\d{2}-\\d{2})[Tt ](\\d{2}:\\d{2}:\\d{2})(\\.\\d+)?"
                    + "(?:[Zz]|([+-])([01]\\d|2[0-3]):([0-5]\\d))");

    /** As finely as an {@link Instant} can be; the rest is cut off. */
    private static final int FRACTION = 10;

    @Override
    public void addFormatters(FormatterRegistry registry) {
        registry.addConverter(String.class, Instant.class, InstantParameters::parse);
    }

    /** @throws java.time.DateTimeException if the text is no instant, neither by RFC 3339 nor by ISO 8601 */
    private static Instant parse(String text) {
        Matcher parts = DATE_TIME.matcher(text);
        if (!parts.matches()) {
            return Instant.parse(text); // years of more than four digits
        }
        String fraction = parts.group(3) == null ? "" : parts.group(3);
        String local =
                parts.group(1) + "T" + parts.group(2) + fraction.substring(0, Math.min(FRACTION, fraction.length()));
        return LocalDateTime.parse(local).toInstant(ZoneOffset.UTC).minusSeconds(offset(parts));
    }

    private static long offset(Matcher parts) {
        if (parts.group(4) == null) {
            return 0;
        }
        long seconds = Integer.parseInt(parts.group(5)) * 3600L + Integer.parseInt(parts.group(6)) * 60L;
        return parts.group(4).equals("-") ? -seconds : seconds;
    }
}
