package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.verify.Residue;
import java.awt.image.BufferedImage;
import java.util.Arrays;

/** The definition of a match, tried at every place with plain loops: the reference for the matcher's answers. */
final class BruteForce {
    private final int width;
    private final int height;
    private final int[] wanted;
    private final int[] wantedGrey;
    private final Residue residue;

    BruteForce(BufferedImage template) {
        width = template.getWidth();
        height = template.getHeight();
        wanted = template.getRGB(0, 0, width, height, null, 0, width);
        wantedGrey = grey(wanted);
        residue = new Residue(new Pattern(width, height, wanted));
    }

    Match find(BufferedImage image, double threshold) {
        int columns = image.getWidth();
        int[] screen = image.getRGB(0, 0, columns, image.getHeight(), null, 0, columns);
        int[] grey = grey(screen);
        ScreenSums sums = new ScreenSums(Drawing.frame(image), new ScratchMemory().lines);
        Match best = Match.NONE;
        for (int y = 0; y + height <= image.getHeight(); y++) {
            for (int x = 0; x + width <= columns; x++) {
                double score = score(screen, grey, columns, x, y);
                if (score >= threshold
                        && score > best.score()
                        && residue.decide(sums, x, y).verdict() == Residue.Verdict.IS) {
                    best = new Match(true, score, new Rect(x, y, width, height));
                }
            }
        }
        return best;
    }

    private double score(int[] screen, int[] grey, int columns, int left, int top) {
        long n = 0;
        long i = 0;
        long t = 0;
        long ii = 0;
        long tt = 0;
        long it = 0;
        long colour = 0;
        long greys = 0;
        for (int at = 0; at < wanted.length; at++) {
            if (wanted[at] >>> 24 < 128) {
                continue;
            }
            int seenAt = (top + at / width) * columns + left + at % width;
            int seen = screen[seenAt];
            int a = grey[seenAt];
            int b = wantedGrey[at];
            n++;
            i += a;
            t += b;
            ii += (long) a * a;
            tt += (long) b * b;
            it += (long) a * b;
            greys += Math.abs(a - b);
            colour += Math.abs((seen >> 16 & 255) - (wanted[at] >> 16 & 255))
                    + Math.abs((seen >> 8 & 255) - (wanted[at] >> 8 & 255))
                    + Math.abs((seen & 255) - (wanted[at] & 255));
        }
        double seenEnergy = ii - (double) i * i / n;
        double wantedEnergy = tt - (double) t * t / n;
        boolean contrast = seenEnergy > 0 && seenEnergy * 4 >= wantedEnergy && seenEnergy <= 4 * wantedEnergy;
        if (!contrast || colour > 24 * 3 * n || greys > 24 * n) {
            return -1;
        }
        double covariance = it - (double) i * t / n;
        return Math.min(1, covariance / Math.sqrt(seenEnergy * wantedEnergy));
    }

    private static int[] grey(int[] rgb) {
        return Arrays.stream(rgb)
                .map(p -> (77 * (p >> 16 & 255) + 150 * (p >> 8 & 255) + 29 * (p & 255) + 128) / 256)
                .toArray();
    }
}
