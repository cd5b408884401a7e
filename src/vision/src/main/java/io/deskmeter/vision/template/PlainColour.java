package io.deskmeter.vision.template;

import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.Pattern;

/**
 * The mean colour of a pattern.
 *
 * @param deviation the mean absolute deviation of a channel from it
 */
record PlainColour(int rgb, double deviation) {
    static PlainColour of(Pattern pattern) {
        long red = 0;
        long green = 0;
        long blue = 0;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            for (int x = pattern.spans[i + 1]; x < pattern.spans[i + 2]; x++) {
                int pixel = pattern.rgb[pattern.spans[i] * pattern.width + x];
                red += pixel >> 16 & 0xff;
                green += pixel >> 8 & 0xff;
                blue += pixel & 0xff;
            }
        }
        int n = pattern.count;
        int mean = (int) ((red + n / 2) / n) << 16 | (int) ((green + n / 2) / n) << 8 | (int) ((blue + n / 2) / n);
        return new PlainColour(mean, deviation(pattern, mean));
    }

    private static double deviation(Pattern pattern, int mean) {
        long sum = 0;
        for (int i = 0; i < pattern.spans.length; i += 3) {
            for (int x = pattern.spans[i + 1]; x < pattern.spans[i + 2]; x++) {
                sum += Grey.colourDifference(pattern.rgb[pattern.spans[i] * pattern.width + x], mean);
            }
        }
        return sum / (3.0 * pattern.count);
    }

    /** Rejects images of one brightness that cannot be searched as a rectangle of one colour. */
    void check(String name, Pattern pattern) throws TemplateException {
        if (deviation > 2 * Template.LEAST_CONTRAST) {
            throw new TemplateException(name + ": colours of one brightness (contrast of the grey: "
                    + Math.round(pattern.contrast() * 10) / 10.0 + ", expected: >= " + Template.LEAST_CONTRAST
                    + "; hint: give the image light and dark parts)");
        }
        if (pattern.isMasked()) {
            throw new TemplateException(name + ": one colour with transparent parts (expected: a pattern, or a full"
                    + " rectangle of one colour; hint: cut the image inside its shape)");
        }
    }
}
