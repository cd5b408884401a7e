package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * What the display has reported as damaged and has not been shown, a few rectangles with the times of their first and last report. Many
 * become few: a request per rectangle costs more than some pixels more.
 */
final class PendingDamage {
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
    record DamagedRegion(Rect place, long first, long last) {
        DamagedRegion with(DamagedRegion other) {
            return new DamagedRegion(
                    place.union(other.place), Math.min(first, other.first), Math.max(last, other.last));
        }
    }

    private final List<DamagedRegion> pendingDamage = new ArrayList<>();

    boolean isEmpty() {
        return pendingDamage.isEmpty();
    }

    void clear() {
        pendingDamage.clear();
    }

    void add(Rect place, long at) {
        DamagedRegion added = new DamagedRegion(place, at, at);
        int i = 0;
        while (i < pendingDamage.size()) {
            DamagedRegion old = pendingDamage.get(i);
            if (isCheaperTogether(old.place(), added.place())) {
                added = added.with(old);
                pendingDamage.remove(i);
                i = 0;
            } else {
                i++;
            }
        }
        pendingDamage.add(added);
        if (pendingDamage.size() > MAX) {
            DamagedRegion all =
                    pendingDamage.stream().reduce(DamagedRegion::with).orElseThrow();
            pendingDamage.clear();
            pendingDamage.add(all);
        }
    }

    private static boolean isCheaperTogether(Rect a, Rect b) {
        return area(a.union(b)) <= area(a) + area(b) + REQUEST_PIXELS;
    }

    private static long area(Rect rect) {
        return (long) rect.width() * rect.height();
    }

    /** All of them, which are forgotten here. */
    List<DamagedRegion> take() {
        List<DamagedRegion> taken = List.copyOf(pendingDamage);
        pendingDamage.clear();
        return taken;
    }

    /**
     * A picture of a place has been taken after all reports so far: what lies within is shown.
     *
     * @return the time of the last report that the picture may show, or the given one if that is later
     */
    long shown(Rect place, long at) {
        long latest = at;
        for (DamagedRegion region : List.copyOf(pendingDamage)) {
            if (region.place().intersects(place)) {
                latest = Math.max(latest, region.last());
                if (region.place().intersection(place).equals(region.place())) {
                    pendingDamage.remove(region);
                }
            }
        }
        return latest;
    }

    /** Whether something was reported no later than that and has not been shown. */
    boolean hasFrom(long at) {
        return pendingDamage.stream().anyMatch(s -> s.first() <= at);
    }
}
