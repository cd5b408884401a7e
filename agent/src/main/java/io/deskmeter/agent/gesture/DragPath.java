package io.deskmeter.agent.gesture;

import java.util.ArrayList;
import java.util.List;

/**
 * The path of a drag: across the stage, down, and then a rectangular spiral inwards. No point of it comes twice, and
 * its neighbouring turns are far enough apart that a place tells which move it belongs to. Opposite directions separate
 * a late object from one that is off.
 *
 * @param points in pixels of the desktop, equally spaced in time
 * @param interval between two points, in nanoseconds
 */
public record DragPath(List<Point> points, long interval) {
    /** Of the object's centre. */
    public record Point(double x, double y) {}

    /** Moves shorter than this could not be told apart by what a lossy codec leaves. */
    static final double LEAST_STEP = 4;

    /** Neighbouring turns are this far apart, in pixels. */
    static final double PITCH = 48;

    private static final long SECOND = 1_000_000_000;

    public DragPath {
        points = List.copyOf(points);
    }

    /**
     * A spiral.
     *
     * @param left least x of the object's centre
     * @param top least y
     * @param width how far the centre may move to the right, at least {@value #PITCH}
     * @param height how far it may move down, at least {@value #PITCH}
     * @param speed in pixels a second
     * @param rate moves a second
     * @throws IllegalArgumentException if a move would be shorter than {@value #LEAST_STEP} pixels, or the path has no
     *     room
     */
    public static DragPath spiral(double left, double top, double width, double height, double speed, double rate) {
        if (!(speed / rate >= LEAST_STEP)) {
            throw new IllegalArgumentException("drag: " + speed + " px/s at " + rate + " moves/s are " + speed / rate
                    + " px a move (expected: at least " + LEAST_STEP + " px; a higher speed or a lower rate)");
        }
        if (!(width >= PITCH && height >= PITCH)) {
            throw new IllegalArgumentException(
                    "drag: " + width + "x" + height + " px for the object's centre (expected: at" + " least " + PITCH
                            + "x" + PITCH + " px; a larger stage)");
        }
        List<Point> corners = corners(left, top, width, height);
        List<Point> points = new ArrayList<>();
        double step = speed / rate;
        double carried = 0;
        points.add(corners.get(0));
        for (int i = 1; i < corners.size(); i++) {
            Point from = corners.get(i - 1);
            Point to = corners.get(i);
            double length = Math.hypot(to.x - from.x, to.y - from.y);
            double at = step - carried;
            for (; at <= length; at += step) {
                double share = at / length;
                points.add(new Point(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)));
            }
            carried = length - (at - step);
        }
        return new DragPath(points, Math.round(SECOND / rate));
    }

    private static List<Point> corners(double left, double top, double width, double height) {
        List<Point> corners = new ArrayList<>();
        double x0 = left;
        double y0 = top;
        double x1 = left + width;
        double y1 = top + height;
        corners.add(new Point(x0, y0));
        while (x1 - x0 >= PITCH && y1 - y0 >= PITCH) {
            corners.add(new Point(x1, y0));
            corners.add(new Point(x1, y1));
            corners.add(new Point(x0, y1));
            y0 += PITCH;
            if (y1 - y0 < PITCH) {
                break;
            }
            corners.add(new Point(x0, y0));
            x0 += PITCH;
            x1 -= PITCH;
            y1 -= PITCH;
            if (x1 - x0 >= PITCH && y1 - y0 >= PITCH) {
                corners.add(new Point(x0, y0));
            }
        }
        return corners;
    }

    /** The duration of the drag in nanoseconds. */
    public long duration() {
        return interval * (points.size() - 1);
    }
}
