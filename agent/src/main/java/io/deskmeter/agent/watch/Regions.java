package io.deskmeter.agent.watch;

import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.step.Region;
import io.deskmeter.workload.step.ScreenRect;

/** Converts regions of a workload into rectangles of the current screen. */
final class Regions {
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
                                java.util.Locale.ROOT,
                                "%.2f",
                                screenMatcher.nearest(landmark).score()) + ")"));
    }
}
