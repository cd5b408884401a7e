package io.deskmeter.vision.tracking;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads the number of a clip's frame from the place at which a plain light marker stands on one of two dark rails.
 * Brightness only, edges between pixels: so scaling from 50 to 200 % and lossy codecs do not change the number.
 * Immutable.
 */
public final class FrameNumberReader {
    /** Half way between the dark of a rail and the light of a marker. */
    private static final int THRESHOLD = 127;
    /** How many rows are averaged at most; the middle of a rail is away from the blur of its edges. */
    private static final int ROWS = 6;

    private static final double MIDDLE_FROM = 0.25;
    private static final double MIDDLE_TO = 0.75;
    /** How far the width of a marker may be off. */
    private static final double WIDTH_TOLERANCE = 0.2;
    /** How far from a place a marker may stand, as a part of the distance between two places. */
    private static final double PLACE_TOLERANCE = 0.35;

    private final Layout layout;
    private final double scale;
    private final double left;
    private final double top;
    private final Rect area;

    /**
     * Where rails are in a clip, in its pixels.
     *
     * @param tops upper edges of both rails
     * @param height of a rail
     * @param left edge of a marker at the first place of a rail
     * @param step from one place to the next
     * @param places of a rail
     * @param markerWidth of a marker
     */
    public record Layout(List<Integer> tops, int height, int left, int step, int places, int markerWidth) {
        public Layout {
            tops = List.copyOf(tops);
            if (tops.size() != 2) {
                throw new IllegalArgumentException("rails: " + tops.size() + " (expected: 2)");
            }
        }
    }

    /** What a frame shows. */
    public sealed interface Reading {
        /**
         * Its number could be read.
         *
         * @param value 0 to 2 · places − 1
         */
        record FrameNumber(int value) implements Reading {}

        /**
         * It could not.
         *
         * @param reason without a full stop
         */
        record Unread(String reason) implements Reading {}
    }

    /**
     * The rails of a clip on a screen.
     *
     * @param scale pixels of the screen for a pixel of the clip
     * @param left edge of the clip on the screen
     * @param top its upper edge
     */
    public FrameNumberReader(Layout layout, double scale, double left, double top) {
        this.layout = layout;
        this.scale = scale;
        this.left = left;
        this.top = top;
        int from = (int) Math.floor(left + (layout.left - layout.step) * scale);
        int to = (int) Math.ceil(left + (layout.left + layout.step * layout.places + layout.markerWidth) * scale);
        int above = (int) Math.floor(top + layout.tops.get(0) * scale);
        int below = (int) Math.ceil(top + (layout.tops.get(1) + layout.height) * scale);
        this.area = new Rect(from, above, to - from, below - above);
    }

    /** Changes elsewhere do not change what is read. */
    public Rect area() {
        return area;
    }

    public Reading read(Frame frame) {
        if (!area.equals(area.intersection(frame.bounds()))) {
            return new Reading.Unread("the rails, " + area + ", are not completely on the screen");
        }
        List<Double> upper = markers(frame, 0);
        List<Double> lower = markers(frame, 1);
        if (upper.size() + lower.size() != 1) {
            return new Reading.Unread((upper.size() + lower.size()) + " light places on the rails (expected: one)");
        }
        int rail = upper.isEmpty() ? 1 : 0;
        double markerLeft = rail == 0 ? upper.get(0) : lower.get(0);
        if (Double.isNaN(markerLeft)) {
            return new Reading.Unread("a light place on the rails that is not as wide as the marker");
        }
        double place = (markerLeft - layout.left) / layout.step;
        long nearest = Math.round(place);
        if (nearest < 0 || nearest >= layout.places || Math.abs(place - nearest) > PLACE_TOLERANCE) {
            return new Reading.Unread(String.format(
                    Locale.ROOT,
                    "a marker between two places: %.2f (expected: a whole number from 0 to %d)",
                    place,
                    layout.places - 1));
        }
        return new Reading.FrameNumber((int) nearest + rail * layout.places);
    }

    /** The left edges of all light places of a rail, in pixels of the clip; NaN for those of another width. */
    private List<Double> markers(Frame frame, int rail) {
        double[] greys = profile(frame, rail);
        List<Double> found = new ArrayList<>();
        double rises = greys[0] > THRESHOLD ? 0 : Double.NaN;
        for (int i = 1; i < greys.length; i++) {
            if (greys[i - 1] <= THRESHOLD && greys[i] > THRESHOLD) {
                rises = crossing(greys, i);
            } else if (greys[i - 1] > THRESHOLD && greys[i] <= THRESHOLD) {
                found.add(marker(rises, crossing(greys, i)));
            }
        }
        if (greys[greys.length - 1] > THRESHOLD) {
            found.add(Double.NaN);
        }
        return found;
    }

    /** Where brightness passes the threshold between the middles of two columns. */
    private static double crossing(double[] greys, int i) {
        return i - 0.5 + (THRESHOLD - greys[i - 1]) / (greys[i] - greys[i - 1]);
    }

    private double marker(double rises, double falls) {
        double width = (falls - rises) / scale;
        if (Math.abs(width - layout.markerWidth) > WIDTH_TOLERANCE * layout.markerWidth) {
            return Double.NaN;
        }
        double middle = (area.x() + (rises + falls) / 2 - left) / scale;
        return middle - layout.markerWidth / 2.0;
    }

    /** The mean brightness of each column of a rail. */
    private double[] profile(Frame frame, int rail) {
        double from = top + (layout.tops.get(rail) + layout.height * MIDDLE_FROM) * scale;
        double to = top + (layout.tops.get(rail) + layout.height * MIDDLE_TO) * scale;
        double[] greys = new double[area.width()];
        for (int row = 0; row < ROWS; row++) {
            int y = (int) (from + (to - from) * row / (ROWS - 1));
            for (int i = 0; i < greys.length; i++) {
                greys[i] += Grey.of(frame.pixels()[y * frame.width() + area.x() + i]) / (double) ROWS;
            }
        }
        return greys;
    }
}
