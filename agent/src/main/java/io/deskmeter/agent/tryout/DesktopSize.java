package io.deskmeter.agent.tryout;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** In pixels. */
public record DesktopSize(int width, int height) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,5})x(\\d{1,5})");

    /**
     * Reads {@code 1280x800}.
     *
     * @throws IllegalArgumentException for any other form
     */
    public static DesktopSize parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("size: " + text + " (expected: WIDTHxHEIGHT, as in 1280x800)");
        }
        return new DesktopSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
}
