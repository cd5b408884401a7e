package io.deskmeter.agent.calibration;

import io.deskmeter.screen.Rect;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the screen that may show a landmark.
 *
 * @param part of the screen
 * @param likeness of its shapes to the shipped picture's: 1 for equal ones
 * @param why it is that, for people
 */
public record Place(Rect part, double likeness, String why) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,5}),(\\d{1,5}),(\\d{1,4})x(\\d{1,4})");

    /**
     * Reads {@code 12,785,15x15}.
     *
     * @throws IllegalArgumentException for any other form
     */
    public static Rect parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("--place: " + text
                    + " (expected: LANDMARK=X,Y,WIDTHxHEIGHT, as in landmarks/saved.png=12,785,15x15)");
        }
        return new Rect(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                Integer.parseInt(matcher.group(4)));
    }

    /** {@code 15x15 at 12,785}. */
    public String words() {
        return part.width() + "x" + part.height() + " at " + part.x() + "," + part.y();
    }
}
