package io.deskmeter.vision;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.filter.ScratchMemory;
import io.deskmeter.vision.pixel.Pattern;
import io.deskmeter.vision.pixel.ScreenSums;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import io.deskmeter.vision.verify.Residue;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds why a template is not on the screen: tries the usual causes, the most likely first. */
final class Diagnosis {
    /** The usual scales of displays, and the inverse for an image that was captured on such a display. */
    private static final List<Double> SCALES = List.of(1.25, 1.5, 2.0, 0.8, 0.6667, 0.5, 1.75, 3.0, 0.5714, 0.3333);
    /** Below this score there is no similarity. */
    private static final double LIKENESS = 0.5;

    private final ScreenSums picture;
    private final @Nullable Rect in;
    private final ScratchMemory scratch;

    /** @param in in which the template must lie; null for the whole screen */
    Diagnosis(ScreenSums picture, @Nullable Rect in, ScratchMemory scratch) {
        this.picture = picture;
        this.in = in;
        this.scratch = scratch;
    }

    String of(Template template) {
        if (template.width() > picture.width || template.height() > picture.height) {
            return String.format(
                    Locale.ROOT,
                    "%s is %dx%d: larger than the frame %dx%d",
                    template.name(),
                    template.width(),
                    template.height(),
                    picture.width,
                    picture.height);
        }
        Rect part = in;
        if (part != null && (template.width() > part.width() || template.height() > part.height())) {
            return template.name() + " is " + template.width() + "x" + template.height() + ": larger than the region "
                    + part + " in which it must lie";
        }
        Match nearest = nearest(template, part);
        if (nearest.found()) {
            return template.name() + " is on the screen: score " + at(nearest);
        }
        Match elsewhere = part == null ? nearest : nearest(template, null);
        if (elsewhere.found()) {
            return template.name() + " is on the screen, but not in the region " + part + ": score " + at(elsewhere);
        }
        String best = nearest.place().isEmpty() ? "no place of such a contrast" : "best score " + at(nearest);
        return template.name() + ": " + best + ": " + why(template, nearest);
    }

    private String why(Template template, Match nearest) {
        Optional<Rect> screen = oneColour();
        if (screen.isPresent()) {
            return "the whole screen is of one colour";
        }
        if (template.isPlain()) {
            Rect spot = nearest.score() < template.threshold()
                    ? null
                    : template.plainSpots()
                            .in(picture, nearest.place().x(), nearest.place().y());
            if (spot != null) {
                return "the area of its colour there has a spot of another colour at " + spot;
            }
            return "no area of its size has its colour (the image is of one colour; hint: take one with a pattern)";
        }
        return exchanged(template)
                .or(() -> otherDetail(template, nearest))
                .or(() -> otherColours(template, nearest))
                .or(() -> otherScale(template))
                .or(() -> inverted(template))
                .or(() -> covered(template))
                .orElseGet(() -> unlike(template, nearest));
    }

    private Optional<Rect> oneColour() {
        int[] seen = picture.rgb();
        int first = seen[0] & 0xffffff;
        for (int pixel : seen) {
            if ((pixel & 0xffffff) != first) {
                return Optional.empty();
            }
        }
        return Optional.of(picture.bounds());
    }

    /** It looks like the template as a whole, but is another picture, or may be. */
    private Optional<String> otherDetail(Template template, Match nearest) {
        int x = nearest.place().x();
        int y = nearest.place().y();
        if (nearest.score() < template.threshold() || !template.isAlike(picture, x, y)) {
            return Optional.empty();
        }
        Residue.Finding finding = template.decide(picture, x, y);
        Rect where = finding.where();
        String place = finding.what() + " at " + where.x() + "," + where.y() + " (" + where.width() + "x"
                + where.height() + ")";
        return switch (finding.verdict()) {
            case IS ->
                Optional.ofNullable(in)
                        .map(region ->
                                "alike, but a place beside it is more alike, which is another picture or not in the region "
                                        + region);
            case MAY_BE ->
                Optional.of("undecided: " + place
                        + ", which may be the loss of the picture, or another picture (hint: a display with less loss,"
                        + " or a landmark cut closer to what differs)");
            case IS_NOT -> Optional.of("alike, but another picture: " + place);
        };
    }

    /** In words, for a place that is alike as a whole. */
    static String difference(ScreenSums picture, Template template, Rect place) {
        Residue.Finding finding = template.decide(picture, place.x(), place.y());
        Rect where = finding.where();
        return switch (finding.verdict()) {
            case IS -> "no detail differs by more than loss";
            case MAY_BE -> "undecided: " + finding.what() + " at " + where;
            case IS_NOT -> "another picture: " + finding.what() + " at " + where;
        };
    }

    private Optional<String> otherColours(Template template, Match nearest) {
        if (nearest.score() < template.threshold()) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the same shape in other colours (mean difference of a channel: %.0f, expected: <= %.0f of 255)",
                template.pattern().colourDifference(picture, nearest.place()),
                Pattern.DIFFERENCE_BOUND));
    }

    private Optional<String> otherScale(Template template) {
        Match best = Match.NONE;
        double bestScale = 1;
        for (double scale : SCALES) {
            Match match = changed(() -> template.atScale(scale));
            if (match.score() > best.score()) {
                best = match;
                bestScale = scale;
            }
        }
        return best.found()
                ? Optional.of(
                        "the image is there at " + Math.round(bestScale * 100) + " % scale (score " + at(best) + ")")
                : Optional.empty();
    }

    /**
     * As of an RFB server that sends its own order of colours, whatever a client sets. The picture is changed, not the
     * template, which may have too little contrast in other colours. Grey pictures are the same in both.
     */
    private Optional<String> exchanged(Template template) {
        int[] pixels = picture.rgb().clone();
        for (int i = 0; i < pixels.length; i++) {
            int rgb = pixels[i];
            pixels[i] = (rgb & 0xff) << 16 | (rgb & 0xff00) | (rgb >> 16 & 0xff);
        }
        Frame frame = new Frame(picture.width, picture.height, pixels);
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
            Match match = matcher.find(template);
            return match.found() && isChanged(match.place(), pixels)
                    ? Optional.of("the image is there with red and blue exchanged (score " + at(match)
                            + "; hint: a VNC server that ignores the pixel format that was set sends such colours)")
                    : Optional.empty();
        }
    }

    /**
     * Whether other pixels show something else at a place than the screen does: greys are the same with any two
     * channels exchanged.
     */
    private boolean isChanged(Rect place, int[] others) {
        int[] seen = picture.rgb();
        for (int y = place.y(); y < place.bottom(); y++) {
            for (int x = place.x(); x < place.right(); x++) {
                if (((seen[y * picture.width + x] ^ others[y * picture.width + x]) & 0xffffff) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private Optional<String> inverted(Template template) {
        Match match = nearest(changed(template, rgb -> rgb ^ 0xffffff), in);
        return match.score() >= template.threshold()
                ? Optional.of("the same shape with light and dark exchanged (score " + at(match) + ")")
                : Optional.empty();
    }

    /** Searches its halves and quarters: another window may cover the rest, or the rest may be off the screen. */
    private Optional<String> covered(Template template) {
        int w = template.width();
        int h = template.height();
        for (Part part : Part.values()) {
            Rect rect = part.of(w, h);
            Match match = changed(() -> Template.of(
                            template.name(),
                            template.pattern().image().getSubimage(rect.x(), rect.y(), rect.width(), rect.height()))
                    .withThreshold(template.threshold()));
            if (match.found()) {
                return Optional.of(
                        "partly covered or changed: only its " + part.words + " is there (score " + at(match) + ")");
            }
        }
        return Optional.empty();
    }

    private static String unlike(Template template, Match nearest) {
        if (nearest.score() < LIKENESS) {
            return "nothing on the screen is like it";
        }
        return String.format(
                Locale.ROOT, "alike, but another picture (expected: a score of at least %.2f)", template.threshold());
    }

    private interface Change {
        Template make() throws TemplateException;
    }

    private Match changed(Change change) {
        Template changed;
        try {
            changed = change.make();
        } catch (TemplateException e) {
            return Match.NONE; // Too small, too large or plain when changed: it cannot be there.
        }
        if (changed.isPlain()) {
            return Match.NONE;
        }
        try (TemplateState trace = new TemplateState(changed, in, new MatcherCounters())) {
            return trace.find(picture, scratch);
        }
    }

    private static Template changed(Template template, IntUnaryOperator colours) {
        BufferedImage image = template.pattern().image();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                image.setRGB(x, y, colours.applyAsInt(image.getRGB(x, y)));
            }
        }
        try {
            return Template.of(template.name(), image).withThreshold(template.threshold());
        } catch (TemplateException e) {
            throw new IllegalStateException(template + ": serves no longer with other colours", e);
        }
    }

    private Match nearest(Template template, @Nullable Rect part) {
        try (TemplateState trace = new TemplateState(template, part, new MatcherCounters())) {
            return trace.nearest(picture, scratch);
        }
    }

    private static String at(Match match) {
        return String.format(
                Locale.ROOT,
                "%.2f at %d,%d",
                match.score(),
                match.place().x(),
                match.place().y());
    }

    private enum Part {
        LEFT("left half", 0, 0, 2, 4),
        RIGHT("right half", 2, 0, 2, 4),
        TOP("upper half", 0, 0, 4, 2),
        BOTTOM("lower half", 0, 2, 4, 2),
        TOP_LEFT("upper left quarter", 0, 0, 2, 2),
        TOP_RIGHT("upper right quarter", 2, 0, 2, 2),
        BOTTOM_LEFT("lower left quarter", 0, 2, 2, 2),
        BOTTOM_RIGHT("lower right quarter", 2, 2, 2, 2);

        private final String words;
        private final int x;
        private final int y;
        private final int width;
        private final int height;

        Part(String words, int x, int y, int width, int height) {
            this.words = words;
            this.x = x;
            this.y = y;
            this.width = width;
            this.height = height;
        }

        /** In quarters of the whole. */
        Rect of(int w, int h) {
            return new Rect(w * x / 4, h * y / 4, w * width / 4, h * height / 4);
        }
    }
}
