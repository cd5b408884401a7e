package io.deskmeter.agent.tryout;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;

/**
 * The last pictures of the place at which a landmark was found. A picture that comes back after another one is a caret
 * that blinks, or a spinner that turns.
 */
final class PlaceHistory {
    /** A spinner has some. */
    private static final int PICTURES = 16;

    /** Of the place; a larger part is a window that comes and goes. */
    private static final int SHARE = 4;

    private final String landmark;
    private final Rect place;

    /** The current one last. */
    private final Deque<int[]> pictures = new ArrayDeque<>();

    PlaceHistory(String landmark, Rect place, Frame frame) {
        this.landmark = landmark;
        this.place = place;
        pictures.add(read(frame));
    }

    String landmark() {
        return landmark;
    }

    boolean isOf(String name, Rect where) {
        return landmark.equals(name) && place.equals(where);
    }

    /** The part that has changed and changed back, on the screen; empty for none. */
    Optional<Rect> see(FrameUpdate update) {
        if (update.damage().stream().noneMatch(place::intersects)
                || !place.intersection(update.frame().bounds()).equals(place)) {
            return Optional.empty();
        }
        int[] seen = read(update.frame());
        int[] before = pictures.getLast();
        if (Arrays.equals(seen, before)) {
            return Optional.empty();
        }
        boolean back = pictures.stream().anyMatch(known -> Arrays.equals(known, seen));
        pictures.add(seen);
        if (pictures.size() > PICTURES) {
            pictures.remove();
        }
        Rect part = difference(before, seen);
        boolean small = part.width() * part.height() * SHARE <= place.width() * place.height();
        return back && small ? Optional.of(part) : Optional.empty();
    }

    private Rect difference(int[] one, int[] other) {
        Rect part = new Rect(0, 0, 0, 0);
        for (int i = 0; i < one.length; i++) {
            if (one[i] != other[i]) {
                part = part.union(new Rect(place.x() + i % place.width(), place.y() + i / place.width(), 1, 1));
            }
        }
        return part;
    }

    private int[] read(Frame frame) {
        int[] pixels = new int[place.width() * place.height()];
        for (int y = 0; y < place.height(); y++) {
            System.arraycopy(
                    frame.pixels(),
                    (place.y() + y) * frame.width() + place.x(),
                    pixels,
                    y * place.width(),
                    place.width());
        }
        return pixels;
    }
}
