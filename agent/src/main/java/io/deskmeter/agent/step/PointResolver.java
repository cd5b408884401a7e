package io.deskmeter.agent.step;

import io.deskmeter.agent.watch.landmark.ScreenMatcher;
import io.deskmeter.agent.watch.landmark.UnusableScreenException;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.workload.step.Step;
import java.util.Locale;

/** Resolves a place of a step to a pixel of the current screen. */
final class PointResolver {
    private PointResolver() {}

    /** A pixel from the top left. */
    record Point(int x, int y) {
        /** The point at this fraction of the way to another. */
        Point towards(Point end, double share) {
            return new Point((int) Math.round(x + (end.x - x) * share), (int) Math.round(y + (end.y - y) * share));
        }
    }

    static Point resolve(Step.Place place, ScreenMatcher screenMatcher) {
        Point point = place instanceof Step.Place.On on ? on(on, screenMatcher) : at((Step.Place.At) place);
        Rect screen = screenMatcher.frame().bounds();
        if (point.x < 0 || point.y < 0 || point.x >= screen.width() || point.y >= screen.height()) {
            throw new UnusableScreenException("place: " + point.x + "," + point.y + " (expected: on the screen of "
                    + screen.width() + "x" + screen.height() + ")");
        }
        return point;
    }

    private static Point at(Step.Place.At at) {
        return new Point(at.x(), at.y());
    }

    private static Point on(Step.Place.On on, ScreenMatcher screenMatcher) {
        Match match = screenMatcher.find(on.landmark());
        if (!match.found()) {
            throw new UnusableScreenException(String.format(
                    Locale.ROOT,
                    "landmark: %s is not on the screen (expected: visible when the pointer moves to it; best score %.2f; hint: await it in"
                            + " 'before')",
                    on.landmark(),
                    screenMatcher.nearest(on.landmark()).score()));
        }
        Rect place = match.place();
        return new Point(place.x() + place.width() / 2 + on.dx(), place.y() + place.height() / 2 + on.dy());
    }
}
