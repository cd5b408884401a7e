package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Other images that look like a pattern, such as other states of the same part of a screen. Where much loss hides a detail, a place can look like two of them:
 * the pattern is there only if the place is clearly nearer to it. Only pixels in which the two differ are compared, and only along their difference, so that
 * loss which has nothing to do with it does not count. Immutable.
 */
final class Rivals {
    static final Rivals NONE = new Rivals(List.of());

    /** On the way from the pattern, at 0, to the rival, at 1: up to here it is clearly the pattern. */
    private static final double NEAR = 0.4;

    /** From here on it is clearly the rival. */
    private static final double FAR = 0.6;

    /** Of the three channels together; pixels that differ less are the noise of encoders. */
    private static final int DIFFERENT = 24;

    /** Less in common with the rival is no look-alike. */
    static final double LEAST_SCORE = 0.8;

    /** Of one rival: rows of a list look alike at several. */
    private static final int MOST_OFFSETS = 3;

    private final List<Rival> rivals;

    private Rivals(List<Rival> rivals) {
        this.rivals = List.copyOf(rivals);
    }

    /** @param energy of the difference, over the pixels in which the two differ */
    private record Rival(String name, Pattern other, int left, int top, double energy) {}

    /** Those of some templates that look like a pattern in what they have in common with it, at each offset at which they do. */
    static Rivals of(Template template, Collection<Template> others) {
        if (template.isPlain()) {
            return NONE;
        }
        List<Rival> found = new ArrayList<>();
        for (Template other : others) {
            if (other != template && !other.isPlain()) {
                Pattern pattern = template.pattern();
                CommonPart.of(pattern, other.pattern(), LEAST_SCORE).stream()
                        .map(at -> rival(pattern, other, at.left(), at.top()))
                        .filter(rival -> rival.energy() > 0)
                        .limit(MOST_OFFSETS)
                        .forEach(found::add);
            }
        }
        return found.isEmpty() ? NONE : new Rivals(found);
    }

    private static Rival rival(Pattern pattern, Template other, int left, int top) {
        Pattern its = other.pattern();
        double energy = 0;
        for (int y = Math.max(0, top); y < Math.min(pattern.height, top + its.height); y++) {
            for (int x = Math.max(0, left); x < Math.min(pattern.width, left + its.width); x++) {
                energy += energy(pattern.rgb[y * pattern.width + x], its.rgb[(y - top) * its.width + x - left]);
            }
        }
        return new Rival(other.name(), its, left, top, energy);
    }

    /** Of the difference of two pixels; 0 for one that does not count. */
    private static double energy(int one, int other) {
        if (!OpaqueRuns.isOpaque(one) || !OpaqueRuns.isOpaque(other) || Grey.colourDifference(one, other) < DIFFERENT) {
            return 0;
        }
        return product(one, other, one, other);
    }

    /** Of the differences of two pairs of pixels, over the channels. */
    private static double product(int from, int to, int alsoFrom, int alsoTo) {
        int sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            sum += ((to >> shift & 0xff) - (from >> shift & 0xff))
                    * ((alsoTo >> shift & 0xff) - (alsoFrom >> shift & 0xff));
        }
        return sum;
    }

    /** The finding of a place that may be the pattern, in view of the rivals. */
    Residue.Finding decide(Residue.Finding finding, Pattern pattern, ScreenSums picture, int x, int y) {
        Residue.Finding decided = finding;
        for (Rival rival : rivals) {
            double nearness = nearness(rival, pattern, picture, x, y);
            if (nearness >= FAR) {
                return finding(Residue.Verdict.IS_NOT, nearness, "it is nearer to " + rival.name(), pattern, x, y);
            }
            if (nearness > NEAR && decided.verdict() == Residue.Verdict.IS) {
                decided = finding(
                        Residue.Verdict.MAY_BE,
                        nearness,
                        "it is hardly nearer to it than to " + rival.name(),
                        pattern,
                        x,
                        y);
            }
        }
        return decided;
    }

    private static Residue.Finding finding(
            Residue.Verdict verdict, double nearness, String what, Pattern pattern, int x, int y) {
        return new Residue.Finding(verdict, nearness / NEAR, new Rect(x, y, pattern.width, pattern.height), what);
    }

    /** Where the place is on the way from the pattern to the rival. */
    private static double nearness(Rival rival, Pattern pattern, ScreenSums picture, int x, int y) {
        Pattern its = rival.other();
        double along = 0;
        int bottom = Math.min(pattern.height, rival.top() + its.height);
        int right = Math.min(pattern.width, rival.left() + its.width);
        for (int v = Math.max(0, rival.top()); v < bottom; v++) {
            for (int u = Math.max(0, rival.left()); u < right; u++) {
                int wanted = pattern.rgb[v * pattern.width + u];
                int other = its.rgb[(v - rival.top()) * its.width + u - rival.left()];
                if (energy(wanted, other) > 0) {
                    along += product(wanted, other, wanted, picture.rgb()[(y + v) * picture.width + x + u]);
                }
            }
        }
        return along / rival.energy();
    }
}
