package io.deskmeter.screen.x11;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * Reported damage that has not been captured yet, as a few rectangles with the times of their first and last report.
 * Rectangles are merged, because a request per rectangle costs more than some additional pixels.
 */
final class PendingDamage {
    /** With more rectangles, they are merged into one. */
    static final int MAX = 12;
    /** The number of pixels that costs as much as another request. */
    private static final long REQUEST_PIXELS = 4096;

    /**
     * A damaged region.
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

    /** Returns and removes all rectangles. */
    List<DamagedRegion> take() {
        List<DamagedRegion> taken = List.copyOf(pendingDamage);
        pendingDamage.clear();
        return taken;
    }

    /**
     * A region has been captured after all reports so far: removes the damage within it.
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

    /** Whether damage that was reported no later than that has not been captured. */
    boolean hasFrom(long at) {
        return pendingDamage.stream().anyMatch(s -> s.first() <= at);
    }
}
