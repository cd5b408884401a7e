package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.ScreenRect;
import java.util.List;
import java.util.Locale;

/** Converts regions of a workload into rectangles of the current screen. */
public final class Regions {
    private Regions() {}

    static Rect resolve(Region region, ScreenMatcher screenMatcher) {
        Rect screen = screenMatcher.frame().bounds();
        Rect place = wanted(region, screenMatcher, screen).intersection(screen);
        if (place.isEmpty()) {
            throw new UnusableScreenException("region: " + region + " has no pixel on the screen of " + screen.width()
                    + "x" + screen.height() + " (expected: at least one)");
        }
        return place;
    }

    /** How many pixels of a part of the screen lie in none of these others. */
    public static long pixelsBeside(Rect part, List<Rect> except) {
        return of(part).pixelsBeside(except.stream().map(Regions::of).toList());
    }

    private static ScreenRect of(Rect rect) {
        return new ScreenRect(rect.x(), rect.y(), rect.width(), rect.height());
    }

    /** A region in which that many pixels can change: a condition on fewer holds always or never. */
    static Rect resolve(Region region, ScreenMatcher screenMatcher, int atLeast, List<Rect> except) {
        Rect place = resolve(region, screenMatcher);
        long counted = pixelsBeside(place, except);
        if (counted < atLeast) {
            Rect screen = screenMatcher.frame().bounds();
            throw new UnusableScreenException(
                    "region: " + place + " has " + counted + " pixels that count on the screen of "
                            + screen.width() + "x" + screen.height() + ", and " + atLeast
                            + " must change (expected: at least as many as `atLeast`, beside `except`)");
        }
        return place;
    }

    static Rect of(ScreenRect rect) {
        return new Rect(rect.x(), rect.y(), rect.width(), rect.height());
    }

    private static Rect wanted(Region region, ScreenMatcher screenMatcher, Rect screen) {
        if (region instanceof Region.Band band) {
            return band(band, screen);
        }
        if (region instanceof Region.Around around) {
            return landmark(around.landmark(), screenMatcher)
                    .grow(around.left(), around.above(), around.right(), around.below());
        }
        return screen;
    }

    private static Rect band(Region.Band band, Rect screen) {
        int size = band.size();
        return switch (band.edge()) {
            case TOP -> new Rect(0, 0, screen.width(), size);
            case BOTTOM -> new Rect(0, screen.height() - size, screen.width(), size);
            case LEFT -> new Rect(0, 0, size, screen.height());
            case RIGHT -> new Rect(screen.width() - size, 0, size, screen.height());
        };
    }

    private static Rect landmark(String landmark, ScreenMatcher screenMatcher) {
        Match match = screenMatcher.find(landmark);
        if (match.found()) {
            return match.place();
        }
        return screenMatcher
                .lastSeen(landmark)
                .orElseThrow(() -> new UnusableScreenException("landmark: " + landmark
                        + " has not been on the screen yet (expected: visible before a region around it is used; best score now "
                        + String.format(
                                Locale.ROOT,
                                "%.2f",
                                screenMatcher.nearest(landmark).score()) + ")"));
    }
}
