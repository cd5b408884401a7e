package io.deskmeter.vision;

import io.deskmeter.screen.Rect;
import java.util.ArrayList;
import java.util.List;

/**
 * The regions that changed since a template was last searched: a bounded set of rectangles that may cover more, never
 * less.
 */
final class Damage {
    private static final int MOST = 16;

    private final List<Rect> rects = new ArrayList<>();

    boolean isEmpty() {
        return rects.isEmpty();
    }

    List<Rect> rects() {
        return rects;
    }

    void clear() {
        rects.clear();
    }

    void add(Rect added) {
        if (added.isEmpty()) {
            return;
        }
        Rect rect = added;
        for (int i = 0; i < rects.size(); i++) {
            Rect union = rects.get(i).union(rect);
            if (area(union) <= area(rects.get(i)) + area(rect)) {
                // The union costs no more than the two rectangles. It may now overlap others: check all again.
                rects.remove(i);
                rect = union;
                i = -1;
            }
        }
        rects.add(rect);
        if (rects.size() > MOST) {
            mergeCheapest();
        }
    }

    private void mergeCheapest() {
        int first = 0;
        int second = 1;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < rects.size(); i++) {
            for (int j = i + 1; j < rects.size(); j++) {
                long cost = area(rects.get(i).union(rects.get(j))) - area(rects.get(i)) - area(rects.get(j));
                if (cost < least) {
                    least = cost;
                    first = i;
                    second = j;
                }
            }
        }
        Rect union = rects.get(first).union(rects.get(second));
        rects.remove(second);
        rects.remove(first);
        add(union);
    }

    private static long area(Rect rect) {
        return (long) rect.width() * rect.height();
    }
}
