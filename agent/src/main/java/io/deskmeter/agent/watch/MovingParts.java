package io.deskmeter.agent.watch;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of a screen that keep changing, for messages: a clock, a caret, an animation. */
public final class MovingParts {
    /** Changes as near as this belong together. */
    private static final int NEAR = 8;

    /** Parts that are remembered, and parts that are named. */
    private static final int MOST = 32;

    private static final int NAMED = 3;

    private final List<Part> parts = new ArrayList<>();

    private static final class Part {
        private Rect place;
        private int changes;
        private long lastAt;

        private Part(Rect place, int changes, long lastAt) {
            this.place = place;
            this.changes = changes;
            this.lastAt = lastAt;
        }

        private boolean isNear(Rect other) {
            return place.grow(NEAR, NEAR, NEAR, NEAR).intersects(other);
        }
    }

    /** A part has changed; parts near each other are one. */
    public void changed(Rect place, long at) {
        if (place.isEmpty()) {
            return;
        }
        Part joined = new Part(place, 1, at);
        for (Part near = near(joined); near != null; near = near(joined)) {
            parts.remove(near);
            joined.place = joined.place.union(near.place);
            joined.changes = Math.max(joined.changes, near.changes + 1);
        }
        parts.add(joined);
        if (parts.size() > MOST) {
            parts.remove(0);
        }
    }

    private @Nullable Part near(Part joined) {
        return parts.stream()
                .filter(part -> part.isNear(joined.place))
                .findFirst()
                .orElse(null);
    }

    /**
     * Those that have changed more than once, and last at that instant or later; those that change most come first.
     * Those that changed once, if no other did.
     */
    public List<Rect> since(long at) {
        List<Part> recent = parts.stream()
                .filter(part -> part.lastAt >= at)
                .sorted(Comparator.comparingInt((Part part) -> part.changes).reversed())
                .toList();
        List<Part> again = recent.stream().filter(part -> part.changes > 1).toList();
        return (again.isEmpty() ? recent : again)
                .stream().map(part -> part.place).toList();
    }

    /** For people: {@code 86x17+1150+770}, and at most two more. */
    public static String words(List<Rect> places) {
        String more = places.size() > NAMED ? " and " + (places.size() - NAMED) + " more" : "";
        return places.stream().limit(NAMED).map(Rect::toString).collect(Collectors.joining(", ")) + more;
    }

    /** What to write where these parts keep a desktop from being usable. */
    public static String readyHint(List<Rect> places) {
        return "hint: a clock or an animation does not count with `ready: { rest: …, " + except(places)
                + " }` of a vnc target; a landmark of the desktop is looked for instead with `ready: { landmark: … }`";
    }

    /** What to write so that these parts do not count. */
    public static String except(List<Rect> places) {
        return "except: [" + places.stream().limit(NAMED).map(Rect::toString).collect(Collectors.joining(", ")) + "]";
    }
}
