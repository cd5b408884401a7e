package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * What the display has reported as damaged and has not been shown, a few rectangles with the times of their first and last report. Many
 * become few: a request per rectangle costs more than some pixels more.
 */
final class Stains {
    /** Beyond these many one rectangle holds them all. */
    static final int MAX = 12;
    /** So many pixels cost as much as another request. */
    private static final long REQUEST_PIXELS = 4096;

    /**
     * A damaged place.
     *
     * @param first time of the first report in it, monotonic nanoseconds
     * @param last time of the last report in it
     */
    record Stain(Rect place, long first, long last) {
        Stain with(Stain other) {
            return new Stain(place.union(other.place), Math.min(first, other.first), Math.max(last, other.last));
        }
    }

    private final List<Stain> stains = new ArrayList<>();

    boolean isEmpty() {
        return stains.isEmpty();
    }

    void clear() {
        stains.clear();
    }

    void add(Rect place, long at) {
        Stain added = new Stain(place, at, at);
        int i = 0;
        while (i < stains.size()) {
            Stain old = stains.get(i);
            if (isCheaperTogether(old.place(), added.place())) {
                added = added.with(old);
                stains.remove(i);
                i = 0;
            } else {
                i++;
            }
        }
        stains.add(added);
        if (stains.size() > MAX) {
            Stain all = stains.stream().reduce(Stain::with).orElseThrow();
            stains.clear();
            stains.add(all);
        }
    }

    private static boolean isCheaperTogether(Rect a, Rect b) {
        return area(a.union(b)) <= area(a) + area(b) + REQUEST_PIXELS;
    }

    private static long area(Rect rect) {
        return (long) rect.width() * rect.height();
    }

    /** All of them, which are forgotten here. */
    List<Stain> take() {
        List<Stain> taken = List.copyOf(stains);
        stains.clear();
        return taken;
    }

    /**
     * A picture of a place has been taken after all reports so far: what lies within is shown.
     *
     * @return the time of the last report that the picture may show, or the given one if that is later
     */
    long shown(Rect place, long at) {
        long latest = at;
        for (Stain stain : List.copyOf(stains)) {
            if (stain.place().intersects(place)) {
                latest = Math.max(latest, stain.last());
                if (stain.place().intersection(place).equals(stain.place())) {
                    stains.remove(stain);
                }
            }
        }
        return latest;
    }

    /** Whether something was reported no later than that and has not been shown. */
    boolean hasFrom(long at) {
        return stains.stream().anyMatch(s -> s.first() <= at);
    }
}
