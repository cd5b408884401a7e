package io.deskmeter.vision.template;

import io.deskmeter.vision.pixel.Pattern;
import java.util.Arrays;

/**
 * What there is in an image to recognise it by. Of the pixels that count only.
 *
 * @param contrast the standard deviation of the greys, 0 to 127.5
 * @param entropy of the greys, in bits: 0 for one grey, 1 for two that are equally frequent, 8 at most
 * @param patterned the share of its squares of 8×8 pixels that have a pattern, 0 to 1; of an image without such a
 *     square that of the whole image
 * @param across the mean squared difference of neighbours in a row; 0 for an image that looks the same when it is moved
 *     sideways
 * @param down the mean squared difference of neighbours in a column
 */
public record Detail(double contrast, double entropy, double patterned, double across, double down) {
    private static final int SQUARE = 8;

    /** The detail of a template's image. */
    public static Detail of(Template template) {
        Pattern pattern = template.pattern();
        boolean[] counts = counting(pattern);
        return new Detail(
                pattern.contrast(),
                entropy(pattern, counts),
                patterned(pattern, counts),
                difference(pattern, counts, 1, 0),
                difference(pattern, counts, 0, 1));
    }

    private static boolean[] counting(Pattern pattern) {
        boolean[] counts = new boolean[pattern.width * pattern.height];
        for (int i = 0; i < pattern.spans.length; i += 3) {
            int row = pattern.spans[i] * pattern.width;
            Arrays.fill(counts, row + pattern.spans[i + 1], row + pattern.spans[i + 2], true);
        }
        return counts;
    }

    private static double entropy(Pattern pattern, boolean[] counts) {
        int[] frequencies = new int[256];
        for (int at = 0; at < counts.length; at++) {
            if (counts[at]) {
                frequencies[pattern.grey[at] & 0xff]++;
            }
        }
        double bits = 0;
        for (int frequency : frequencies) {
            if (frequency > 0) {
                double share = (double) frequency / pattern.count;
                bits -= share * Math.log(share) / Math.log(2);
            }
        }
        return bits;
    }

    private static double patterned(Pattern pattern, boolean[] counts) {
        int squares = 0;
        int withPattern = 0;
        for (int top = 0; top + SQUARE <= pattern.height; top += SQUARE) {
            for (int left = 0; left + SQUARE <= pattern.width; left += SQUARE) {
                squares++;
                withPattern += hasPattern(pattern, counts, left, top) ? 1 : 0;
            }
        }
        return squares == 0 ? pattern.contrast() < Template.LEAST_CONTRAST ? 0 : 1 : (double) withPattern / squares;
    }

    private static boolean hasPattern(Pattern pattern, boolean[] counts, int left, int top) {
        int n = 0;
        long sum = 0;
        long squares = 0;
        for (int y = top; y < top + SQUARE; y++) {
            for (int at = y * pattern.width + left; at < y * pattern.width + left + SQUARE; at++) {
                if (counts[at]) {
                    int grey = pattern.grey[at] & 0xff;
                    n++;
                    sum += grey;
                    squares += (long) grey * grey;
                }
            }
        }
        double energy = n == 0 ? 0 : squares - (double) sum * sum / n;
        return n > 0 && Math.sqrt(energy / n) >= Template.LEAST_CONTRAST;
    }

    private static double difference(Pattern pattern, boolean[] counts, int dx, int dy) {
        long sum = 0;
        int pairs = 0;
        for (int y = dy; y < pattern.height; y++) {
            for (int x = dx; x < pattern.width; x++) {
                int at = y * pattern.width + x;
                int before = (y - dy) * pattern.width + x - dx;
                if (counts[at] && counts[before]) {
                    int difference = (pattern.grey[at] & 0xff) - (pattern.grey[before] & 0xff);
                    sum += (long) difference * difference;
                    pairs++;
                }
            }
        }
        return pairs == 0 ? 0 : (double) sum / pairs;
    }
}
