package io.deskmeter.agent.calibration;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.MatcherBuffers;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.Template;
import io.deskmeter.vision.template.TemplateException;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a landmark that was not found should be. A picture that is there at another scale is found by the finder
 * itself. A sign of the application's own look is one of the parts that the operation has changed: of about the
 * landmark's size, the most alike first.
 */
final class LandmarkPlaces {
    /** The usual scales of displays, and back. */
    private static final List<Double> SCALES = List.of(1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 0.8, 0.6667, 0.5714, 0.5);

    /** A smaller picture is found by chance at one scale or another. */
    private static final int LEAST_PIXELS = 400;

    /**
     * By how much a side may differ from the expected one: a theme draws its own icons, and not all of an icon changes.
     */
    private static final double LEAST_SIDE = 0.4;

    private static final double MOST_SIDE = 2.2;

    /** A changed part that is smaller than this share of the expected side is only a part of the picture. */
    private static final double PART_OF_SIDE = 0.85;

    /** Of the expected size: themes draw a sign with more or less space around it. */
    private static final List<Double> SIZES = List.of(0.8, 1.0, 1.2, 1.5);

    /**
     * In pixels of a side: themes draw a sign of this size as they like. A larger picture is not another one for that.
     */
    private static final int SIGN = 32;

    /** Of a larger picture. */
    private static final double LEAST_LIKENESS = 0.5;

    private final MatcherBuffers buffers;

    /** At which other landmarks of this display were found; 1 as long as none was. */
    private double scale = 1;

    LandmarkPlaces(MatcherBuffers buffers) {
        this.buffers = buffers;
    }

    /** The landmark at another scale, wherever on the screen. */
    Optional<Place> scaled(Template shipped, Frame after) {
        Place best = null;
        double bestScale = 1;
        try (TemplateMatcher matcher = looking(after)) {
            for (double tried : SCALES) {
                Match match = at(shipped, tried, matcher);
                if (match.found() && (best == null || match.score() > best.likeness())) {
                    best = new Place(match.place(), match.score(), "there at " + Math.round(tried * 100) + " % scale");
                    bestScale = tried;
                }
            }
        }
        if (best != null) {
            scale = bestScale;
        }
        return Optional.ofNullable(best);
    }

    private static Match at(Template shipped, double scale, TemplateMatcher matcher) {
        if (shipped.width() * scale * shipped.height() * scale < LEAST_PIXELS
                || Math.min(shipped.width(), shipped.height()) * scale < 8) {
            return Match.NONE;
        }
        try {
            Template scaled = shipped.atScale(scale);
            return scaled.isPlain() || !matcher.fits(scaled) ? Match.NONE : matcher.find(scaled);
        } catch (TemplateException e) {
            return Match.NONE; // Too large or plain at that scale: it cannot be there.
        }
    }

    /**
     * The parts that an operation has changed and that may be the landmark, the most alike first.
     *
     * @param before the input; null if it is not known
     */
    List<Place> changed(Template shipped, @Nullable Frame before, Frame after) {
        if (before == null) {
            return List.of();
        }
        double width = shipped.width() * scale;
        double height = shipped.height() * scale;
        List<Place> places = new ArrayList<>();
        for (Rect part : ChangedRegions.of(before, after)) {
            if (fits(part.width(), width) && fits(part.height(), height)) {
                Rect whole = whole(part, width, height, after);
                double likeness = likeness(shipped, after, whole);
                if (likeness >= LEAST_LIKENESS || isSign(shipped)) {
                    places.add(new Place(whole, likeness, "changed by the operation"));
                }
            }
        }
        places.sort(Comparator.comparingDouble(Place::likeness).reversed());
        return places;
    }

    private static boolean isSign(Template shipped) {
        return Math.max(shipped.width(), shipped.height()) <= SIGN;
    }

    private static boolean fits(int side, double expected) {
        return side >= expected * LEAST_SIDE && side <= expected * MOST_SIDE;
    }

    /** The changed part, made as large as the landmark where only some of it has changed. */
    private static Rect whole(Rect part, double width, double height, Frame frame) {
        int wider = part.width() < width * PART_OF_SIDE ? (int) Math.round(width) - part.width() : 0;
        int higher = part.height() < height * PART_OF_SIDE ? (int) Math.round(height) - part.height() : 0;
        return part.grow(wider / 2, higher / 2, wider - wider / 2, higher - higher / 2)
                .intersection(frame.bounds());
    }

    /**
     * How much the shapes in a part of the screen are like the shipped picture's: the best correlation of the greys, at
     * sizes around the expected one, also with light and dark exchanged, as a dark theme shows them.
     */
    double likeness(Template shipped, Frame frame, Rect part) {
        Rect near = part.grow(part.width() / 2, part.height() / 2, part.width() / 2, part.height() / 2)
                .intersection(frame.bounds());
        int[] pixels = crop(frame, near).getRGB(0, 0, near.width(), near.height(), null, 0, near.width());
        int[] inverted = new int[pixels.length];
        for (int i = 0; i < pixels.length; i++) {
            inverted[i] = pixels[i] ^ 0xffffff;
        }
        double best = 0;
        for (int[] greys : List.of(pixels, inverted)) {
            try (TemplateMatcher matcher = looking(new Frame(near.width(), near.height(), greys))) {
                for (double size : SIZES) {
                    best = Math.max(best, nearest(shipped, scale * size, matcher));
                }
            }
        }
        return best;
    }

    private static double nearest(Template shipped, double scale, TemplateMatcher matcher) {
        try {
            Template scaled = shipped.atScale(Math.max(0.25, Math.min(4, scale)));
            return matcher.fits(scaled) ? matcher.nearest(scaled).score() : 0;
        } catch (TemplateException e) {
            return 0; // Too small or plain at that size: nothing can be like it.
        }
    }

    static BufferedImage crop(Frame frame, Rect part) {
        BufferedImage image = new BufferedImage(part.width(), part.height(), BufferedImage.TYPE_INT_RGB);
        image.setRGB(
                0, 0, part.width(), part.height(), frame.pixels(), part.y() * frame.width() + part.x(), frame.width());
        return image;
    }

    /** The scale of the display as far as it is known, in percent. */
    long scalePercent() {
        return Math.round(scale * 100);
    }

    /** A finder that has seen this picture; to be closed. */
    TemplateMatcher looking(Frame frame) {
        TemplateMatcher matcher = new TemplateMatcher(buffers);
        matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
        return matcher;
    }
}
