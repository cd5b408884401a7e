package io.deskmeter.vision.template;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.verify.Residue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Other images that look like a pattern, such as other states of the same part of a screen. Where much loss hides a
 * detail, a place can look like two of them: the pattern is there only if the place is clearly nearer to it. Only
 * pixels in which the two differ are compared, and only along their difference, so that loss which has nothing to do
 * with it does not count. Immutable.
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
    private record Rival(Template template, int left, int top, double energy) {
        String name() {
            return template.name();
        }

        Pattern other() {
            return template.pattern();
        }

        /** Whether a display with 8 bits may show it there. */
        boolean isAt(ScreenSums picture, int x, int y) {
            int ownX = x + left;
            int ownY = y + top;
            return ownX >= 0
                    && ownY >= 0
                    && ownX + other().width <= picture.width
                    && ownY + other().height <= picture.height
                    && template.residue().eightBits().on(picture).stream()
                            .anyMatch(fewer -> fewer.decide(picture, ownX, ownY).verdict() == Residue.Verdict.IS);
        }
    }

    /**
     * Those of some templates that look like a pattern in what they have in common with it, at each offset at which
     * they do.
     */
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
        Projection between = new Projection(pattern, other.pattern(), left, top, null, 0, 0);
        return new Rival(other, left, top, between.energy());
    }

    /**
     * Whether a place that is equal to the pattern may show a rival all the same: a display with 8 bits makes equal
     * pixels of several colours.
     */
    boolean mayLookEqual(ScreenSums picture) {
        return !rivals.isEmpty() && picture.hasEightBits();
    }

    /** The finding of a place that may be the pattern, in view of the rivals. */
    Residue.Finding decide(Residue.Finding finding, Pattern pattern, ScreenSums picture, int x, int y) {
        if (picture.hasEightBits()) {
            return withEightBits(finding, pattern, picture, x, y);
        }
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

    /**
     * Rounding changes colours by more than two states differ, so that the way from one to the other says nothing; but
     * nothing else is lost. Two states of which the display may make the same picture cannot be told apart.
     */
    private Residue.Finding withEightBits(Residue.Finding finding, Pattern pattern, ScreenSums picture, int x, int y) {
        if (finding.verdict() != Residue.Verdict.IS) {
            return finding;
        }
        return rivals.stream()
                .filter(rival -> rival.isAt(picture, x, y))
                .findFirst()
                .map(rival -> finding(
                        Residue.Verdict.MAY_BE,
                        NEAR,
                        "with 8 bits for a pixel it looks the same as " + rival.name(),
                        pattern,
                        x,
                        y))
                .orElse(finding);
    }

    private static Residue.Finding finding(
            Residue.Verdict verdict, double nearness, String what, Pattern pattern, int x, int y) {
        return new Residue.Finding(verdict, nearness / NEAR, new Rect(x, y, pattern.width, pattern.height), what);
    }

    /** Where the place is on the way from the pattern to the rival. */
    private static double nearness(Rival rival, Pattern pattern, ScreenSums picture, int x, int y) {
        return new Projection(pattern, rival.other(), rival.left(), rival.top(), picture, x, y).along()
                / rival.energy();
    }

    /**
     * What a place shows, projected on the difference of two patterns. Greys are compared pixel by pixel, and colours
     * cell by cell: codecs spread the colour of thin strokes over what is beside them, so that each pixel of a red word
     * looks like one of a dark red one.
     */
    private static final class Projection {
        private static final int CELL = 4;
        /** Of the grey, which is in all three channels. */
        private static final int CHANNELS = 3;

        private double energy;
        private double along;

        /** @param picture null for the energy alone */
        Projection(Pattern pattern, Pattern other, int left, int top, @Nullable ScreenSums picture, int x, int y) {
            int bottom = Math.min(pattern.height, top + other.height);
            int right = Math.min(pattern.width, left + other.width);
            for (int v = Math.max(0, top); v < bottom; v += CELL) {
                for (int u = Math.max(0, left); u < right; u += CELL) {
                    cell(
                            pattern,
                            other,
                            left,
                            top,
                            picture,
                            x,
                            y,
                            u,
                            v,
                            Math.min(right, u + CELL),
                            Math.min(bottom, v + CELL));
                }
            }
        }

        private void cell(
                Pattern pattern,
                Pattern other,
                int left,
                int top,
                @Nullable ScreenSums picture,
                int x,
                int y,
                int fromU,
                int fromV,
                int toU,
                int toV) {
            double n = 0;
            double blue = 0;
            double red = 0;
            double itsBlue = 0;
            double itsRed = 0;
            boolean differs = false;
            for (int v = fromV; v < toV; v++) {
                for (int u = fromU; u < toU; u++) {
                    int wanted = pattern.rgb[v * pattern.width + u];
                    int rival = other.rgb[(v - top) * other.width + u - left];
                    if (!OpaqueRuns.isOpaque(wanted) || !OpaqueRuns.isOpaque(rival)) {
                        continue;
                    }
                    int shown = picture == null ? wanted : picture.rgb()[(y + v) * picture.width + x + u];
                    int grey = Grey.of(rival) - Grey.of(wanted);
                    int itsGrey = Grey.of(shown) - Grey.of(wanted);
                    n++;
                    blue += (rival & 0xff) - (wanted & 0xff) - grey;
                    red += (rival >> 16 & 0xff) - (wanted >> 16 & 0xff) - grey;
                    itsBlue += (shown & 0xff) - (wanted & 0xff) - itsGrey;
                    itsRed += (shown >> 16 & 0xff) - (wanted >> 16 & 0xff) - itsGrey;
                    if (Grey.colourDifference(wanted, rival) >= DIFFERENT) {
                        differs = true;
                        energy += CHANNELS * grey * grey;
                        along += CHANNELS * grey * itsGrey;
                    }
                }
            }
            if (differs) {
                energy += (blue * blue + red * red) / n;
                along += (blue * itsBlue + red * itsRed) / n;
            }
        }

        /** Of the difference. */
        double energy() {
            return energy;
        }

        /** Of what the place shows. */
        double along() {
            return along;
        }
    }
}
