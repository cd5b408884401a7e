package io.deskmeter.vision.tracking;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where on its stage a {@link DragObject} may be, without knowing where it was. Lines at equal distances are searched
 * for pairs of borders that are as far apart as the object's: from white to black, and from black to white. The object
 * has such a pair at the same place of as many lines as it is high. What else moves on the stage, such as a video,
 * hardly ever has. A torn object is not found.
 *
 * <p>Not thread-safe.
 */
final class ObjectSearch {
    /** Distance of the lines, in pixels of the desktop: eight of them cross the object's frame. */
    private static final int STEP = 12;

    /** So many of the object's lines a codec may spoil. */
    private static final int SPOILT = 2;

    /** A cursor that the server draws covers less than this of a line of the object. */
    private static final double CURSOR = 0.3;

    private static final int MOST_PLACES = 4;

    /** How much brighter or darker than the stage margin and frame are, in greys of 0 to 255. */
    private static final int DIFFERENT = 60;

    /** Two lines show one object if its centre differs by less than this, in pixels of the desktop. */
    private static final double SAME = 4;

    private static final int NONE = Integer.MIN_VALUE / 2;

    private final Rect stage;
    private final double width;
    private final double height;
    private final double tolerance;
    private final double same;
    private final int step;

    /** A border may be blurred over so many pixels. */
    private final int blur;

    /** Of the line that is read: how many pixels before this one are too bright for the object's frame and body. */
    private final int[] brighter;

    private final int[] falls;
    private int fallCount;
    private final List<Column> open = new ArrayList<>();
    private final List<Column> found = new ArrayList<>();

    /** Lines below each other that have a pair of borders at the same place. */
    private static final class Column {
        private final double x;
        private final int firstY;
        private int lastY;
        private int lines = 1;

        Column(double x, int y) {
            this.x = x;
            this.firstY = y;
            this.lastY = y;
        }

        int lines() {
            return lines;
        }

        int height() {
            return lastY - firstY;
        }
    }

    /** The centre of what may be the object, near enough to read its borders. */
    record Place(double x, double y) {}

    /**
     * @param stage nothing outside of it is read
     * @param scale pixels of the frame for a pixel of the desktop
     * @param width between the object's left and right borders, in pixels of the frame
     * @param height between its upper and lower border
     * @param tolerance how far from the width a pair of borders may be
     */
    ObjectSearch(Rect stage, double scale, double width, double height, double tolerance) {
        this.stage = stage;
        this.width = width;
        this.height = height;
        this.tolerance = tolerance;
        this.same = Math.max(2, SAME * scale);
        this.step = (int) Math.max(1, Math.round(STEP * scale));
        this.blur = (int) Math.ceil(2 * scale) + 2;
        this.falls = new int[stage.width()];
        this.brighter = new int[stage.width() + 1];
    }

    /** The likeliest places, the best first. */
    List<Place> places(Frame frame) {
        open.clear();
        found.clear();
        for (int y = stage.y(); y < stage.bottom(); y += step) {
            read(frame, y);
            int line = y;
            open.removeIf(column -> line - column.lastY > step);
        }
        return found.stream()
                .filter(this::isAsHighAsTheObject)
                .sorted(Comparator.comparingInt(Column::lines).reversed())
                .limit(MOST_PLACES)
                .map(column -> new Place(column.x, (column.firstY + column.lastY) / 2.0))
                .toList();
    }

    private boolean isAsHighAsTheObject(Column column) {
        return column.height() <= height + step && column.height() >= height - (SPOILT + 1) * step;
    }

    private void read(Frame frame, int y) {
        int plain = Grey.of(DragObject.STAGE);
        int bright = plain + DIFFERENT;
        int dark = plain - DIFFERENT;
        int at = y * frame.width();
        int brightAt = NONE;
        int darkAt = NONE;
        fallCount = 0;
        for (int x = stage.x(); x < stage.right(); x++) {
            int grey = Grey.of(frame.pixels()[at + x]);
            int column = x - stage.x();
            brighter[column + 1] = brighter[column] + (grey > plain - DIFFERENT / 2 ? 1 : 0);
            if (grey > bright) {
                if (x - darkAt <= blur) {
                    rises(x, y);
                }
                brightAt = x;
                darkAt = NONE;
            } else if (grey < dark) {
                if (x - brightAt <= blur) {
                    falls[fallCount++] = x;
                }
                darkAt = x;
                brightAt = NONE;
            }
        }
    }

    private void rises(int x, int y) {
        for (int i = fallCount - 1; i >= 0 && x - falls[i] <= width + tolerance; i--) {
            int inside = brighter[x - stage.x()] - brighter[falls[i] - stage.x()];
            if (x - falls[i] >= width - tolerance && inside < CURSOR * width) {
                add((x + falls[i]) / 2.0, y);
            }
        }
    }

    private void add(double x, int y) {
        for (Column column : open) {
            if (Math.abs(column.x - x) <= same) {
                column.lines += column.lastY == y ? 0 : 1;
                column.lastY = y;
                return;
            }
        }
        Column column = new Column(x, y);
        open.add(column);
        found.add(column);
    }
}
