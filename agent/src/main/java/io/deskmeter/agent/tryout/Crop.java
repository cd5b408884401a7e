package io.deskmeter.agent.tryout;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A part of a picture. */
record Crop(Rect part) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,5})x(\\d{1,5})\\+(\\d{1,5})\\+(\\d{1,5})");

    /**
     * Reads {@code 120x24+8+770}.
     *
     * @throws IllegalArgumentException for any other form
     */
    static Crop parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("--crop: " + text + " (expected: WxH+X+Y, as in 120x24+8+770)");
        }
        return new Crop(new Rect(number(form, 3), number(form, 4), number(form, 1), number(form, 2)));
    }

    private static int number(Matcher form, int group) {
        return Integer.parseInt(form.group(group));
    }

    /**
     * Cuts it out.
     *
     * @throws IllegalArgumentException if it is empty, or not within the picture
     */
    Frame of(Frame whole) {
        boolean inside = part.right() <= whole.width() && part.bottom() <= whole.height();
        if (!inside || part.width() == 0 || part.height() == 0) {
            throw new IllegalArgumentException("--crop: " + part + " (expected: a part of the picture, which has "
                    + whole.width() + "x" + whole.height() + " pixels)");
        }
        int[] pixels = new int[part.width() * part.height()];
        for (int y = 0; y < part.height(); y++) {
            System.arraycopy(
                    whole.pixels(), (part.y() + y) * whole.width() + part.x(), pixels, y * part.width(), part.width());
        }
        return new Frame(part.width(), part.height(), pixels);
    }
}
