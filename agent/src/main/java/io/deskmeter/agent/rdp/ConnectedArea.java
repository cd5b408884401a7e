package io.deskmeter.agent.rdp;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds areas of one colour in a picture. Pure functions; colours are without alpha. */
final class ConnectedArea {
    private static final int RGB = 0xFFFFFF;

    private ConnectedArea() {}

    /**
     * The bounds of the largest connected area of the colour that is the most frequent in the middle quarter of the
     * picture, if the area reaches into that quarter.
     *
     * @return empty if that colour is on less than an eighth of the quarter
     */
    static Optional<Rect> largestInTheMiddle(Frame frame) {
        Rect middle = new Rect(frame.width() / 4, frame.height() / 4, frame.width() / 2, frame.height() / 2);
        if (middle.width() == 0 || middle.height() == 0) {
            return Optional.empty();
        }
        int colour = commonest(frame, middle);
        BitSet seen = new BitSet(frame.width() * frame.height());
        int[] open = new int[frame.width() * frame.height()];
        Area largest = new Area(0, middle);
        for (int y = middle.y(); y < middle.bottom(); y++) {
            for (int x = middle.x(); x < middle.right(); x++) {
                int at = y * frame.width() + x;
                if (!seen.get(at) && colour(frame, x, y) == colour) {
                    Area area = fill(frame, at, colour, seen, open);
                    largest = area.pixels > largest.pixels ? area : largest;
                }
            }
        }
        return largest.pixels * 8L < (long) middle.width() * middle.height()
                ? Optional.empty()
                : Optional.of(largest.bounds);
    }

    private record Area(int pixels, Rect bounds) {}

    /**
     * Visits the pixels of an area, each once; they are marked as seen.
     *
     * @param open room for every pixel of the picture
     */
    private static Area fill(Frame frame, int from, int colour, BitSet seen, int[] open) {
        int width = frame.width();
        int size = width * frame.height();
        int end = 0;
        open[end++] = from;
        seen.set(from);
        int left = width;
        int right = 0;
        int top = frame.height();
        int bottom = 0;
        for (int next = 0; next < end; next++) {
            int at = open[next];
            int x = at % width;
            int y = at / width;
            left = Math.min(left, x);
            right = Math.max(right, x + 1);
            top = Math.min(top, y);
            bottom = Math.max(bottom, y + 1);
            int[] neighbours = {x > 0 ? at - 1 : -1, x + 1 < width ? at + 1 : -1, at - width, at + width};
            for (int neighbour : neighbours) {
                if (neighbour >= 0
                        && neighbour < size
                        && !seen.get(neighbour)
                        && (frame.pixels()[neighbour] & RGB) == colour) {
                    seen.set(neighbour);
                    open[end++] = neighbour;
                }
            }
        }
        return new Area(end, new Rect(left, top, right - left, bottom - top));
    }

    /** The most frequent colour of a part of the picture. */
    static int commonest(Frame frame, Rect place) {
        Map<Integer, Integer> counts = new HashMap<>();
        int commonest = 0;
        int most = 0;
        for (int y = place.y(); y < place.bottom(); y++) {
            for (int x = place.x(); x < place.right(); x++) {
                int count = counts.merge(colour(frame, x, y), 1, Integer::sum);
                if (count > most) {
                    most = count;
                    commonest = colour(frame, x, y);
                }
            }
        }
        return commonest;
    }

    static int colour(Frame frame, int x, int y) {
        return frame.pixels()[y * frame.width() + x] & RGB;
    }
}
