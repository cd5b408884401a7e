package io.deskmeter.workload.step;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * A rectangle of a session's desktop, in pixels from the top left.
 *
 * @param width ≥ 1
 * @param height ≥ 1
 */
public record ScreenRect(int x, int y, int width, int height) {
    /** The largest desktop that a target can have. */
    public static final ScreenRect LARGEST_DESKTOP = new ScreenRect(0, 0, 7680, 4320);

    /** How many of its pixels lie in none of these parts; each row of pixels between the edges of parts is the same. */
    public long pixelsBeside(Collection<ScreenRect> parts) {
        TreeSet<Integer> edges = new TreeSet<>(List.of(y, y + height));
        parts.forEach(part -> edges.addAll(List.of(part.y, part.y + part.height)));
        long free = 0;
        for (int top : edges.subSet(y, y + height)) {
            Integer bottom = edges.higher(top);
            if (bottom != null) {
                free += (long) (bottom - top) * freeInRow(top, parts);
            }
        }
        return free;
    }

    private int freeInRow(int row, Collection<ScreenRect> parts) {
        List<ScreenRect> there = parts.stream()
                .filter(part -> part.y <= row && row < part.y + part.height)
                .sorted(Comparator.comparingInt(ScreenRect::x))
                .toList();
        int free = 0;
        int from = x;
        for (ScreenRect part : there) {
            free += Math.max(0, Math.min(part.x, x + width) - from);
            from = Math.max(from, part.x + part.width);
        }
        return free + Math.max(0, x + width - from);
    }

    /** Whether they have no pixel in common. */
    public boolean isBeside(ScreenRect other) {
        return other.pixelsBeside(List.of(this)) == (long) other.width * other.height;
    }

    /** As messages name rectangles, and documents write them: {@code 120x20+1150+770}. */
    @Override
    public String toString() {
        return width + "x" + height + "+" + x + "+" + y;
    }
}
