package io.deskmeter.bench.ue.ways;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/** Draws the lags of all ways: for each gesture and network, from the median to the 95th percentile. */
final class WaysPicture {
    private static final int WIDTH = 1_180;
    private static final int HEIGHT = 520;
    private static final int LEFT = 64;
    private static final int RIGHT = 16;
    private static final int TOP = 84;
    private static final int BOTTOM = 56;
    private static final int GAP = 76;
    private static final int DOT = 11;

    /** Beyond it tracking suffers, in milliseconds; the limit of the run profile {@code ue}. */
    private static final int LIMIT = 110;

    private static final int TICK = 50;
    private static final Color GROUND = Color.WHITE;
    private static final Color INK = new Color(0x1F2933);
    private static final Color QUIET = new Color(0x5B6875);
    private static final Color GRID = new Color(0xDDE3E9);
    private static final Color BAD = new Color(0xC0362C);
    private static final List<Way> WAYS = List.of(Way.values());

    private final List<Mark> marks;
    private final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    private final Graphics2D graphics = image.createGraphics();
    private final List<Integer> roundTrips;
    private final double most;

    /**
     * One row.
     *
     * @param p50 median lag in milliseconds
     * @param p95 95th percentile
     */
    record Mark(WaysCase at, double p50, double p95) {
        /** Empty if the row has no lags, or there is none. */
        static Optional<Mark> of(WaysCase at, @Nullable Map<String, @Nullable Object> row) {
            return row != null
                            && row.get("lagP50Ms") instanceof Number p50
                            && row.get("lagP95Ms") instanceof Number p95
                            && !Double.isNaN(p50.doubleValue())
                    ? Optional.of(new Mark(at, p50.doubleValue(), p95.doubleValue()))
                    : Optional.empty();
        }
    }

    private WaysPicture(List<Mark> marks) {
        this.marks = marks;
        this.roundTrips = marks.stream()
                .map(mark -> mark.at().roundTripMillis())
                .distinct()
                .sorted()
                .toList();
        this.most = TICK * Math.ceil(marks.stream().mapToDouble(Mark::p95).max().orElse(LIMIT) * 1.02 / TICK);
    }

    /** Writes a PNG. */
    static void write(List<Mark> marks, Path file) throws IOException {
        if (!ImageIO.write(new WaysPicture(marks).paint(), "png", file.toFile())) {
            throw new IOException(file + ": no writer for PNG in this Java runtime (expected: java.desktop's)");
        }
    }

    private BufferedImage paint() {
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(GROUND);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        legend();
        int width = (WIDTH - LEFT - RIGHT - GAP) / 2;
        int left = LEFT;
        for (RepeatedGesture gesture : RepeatedGesture.values()) {
            panel(gesture, left, width);
            left += width + GAP;
        }
        graphics.dispose();
        return image;
    }

    private void font(int style, int size) {
        graphics.setFont(new Font(Font.SANS_SERIF, style, size));
    }

    private void legend() {
        font(Font.PLAIN, 15);
        int x = LEFT;
        for (Way way : WAYS) {
            graphics.setColor(new Color(way.colour()));
            graphics.fillOval(x, 20 - DOT / 2, DOT, DOT);
            graphics.setColor(INK);
            graphics.drawString(way.words(), x + DOT + 6, 25);
            x += DOT + 34 + graphics.getFontMetrics().stringWidth(way.words());
        }
        graphics.setColor(QUIET);
        String what = "dot: median, line: to the 95th percentile";
        graphics.drawString(what, WIDTH - RIGHT - graphics.getFontMetrics().stringWidth(what), 25);
    }

    private int y(double lag) {
        return (int) Math.round(HEIGHT - BOTTOM - lag / most * (HEIGHT - TOP - BOTTOM));
    }

    private void panel(RepeatedGesture gesture, int left, int width) {
        font(Font.BOLD, 17);
        graphics.setColor(INK);
        graphics.drawString(gesture == RepeatedGesture.DRAG ? "Lag of a drag" : "Lag of a step of scrolling", left, 64);
        font(Font.PLAIN, 14);
        for (int lag = 0; lag <= most; lag += TICK) {
            graphics.setColor(GRID);
            graphics.drawLine(left, y(lag), left + width, y(lag));
            graphics.setColor(QUIET);
            String text = lag + " ms";
            graphics.drawString(text, left - 8 - graphics.getFontMetrics().stringWidth(text), y(lag) + 5);
        }
        limit(left, width);
        for (int i = 0; i < roundTrips.size(); i++) {
            int middle = left + width * (2 * i + 1) / (2 * roundTrips.size());
            graphics.setColor(INK);
            String text = roundTrips.get(i) + " ms";
            graphics.drawString(text, middle - graphics.getFontMetrics().stringWidth(text) / 2, HEIGHT - BOTTOM + 22);
            column(gesture, roundTrips.get(i), middle, width / roundTrips.size());
        }
        graphics.setColor(QUIET);
        String axis = "round trip of the network";
        graphics.drawString(
                axis, left + (width - graphics.getFontMetrics().stringWidth(axis)) / 2, HEIGHT - BOTTOM + 44);
    }

    private void limit(int left, int width) {
        if (LIMIT > most) {
            return;
        }
        graphics.setColor(BAD);
        graphics.setStroke(new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {6, 5}, 0));
        graphics.drawLine(left, y(LIMIT), left + width, y(LIMIT));
        graphics.setStroke(new BasicStroke(1));
        graphics.drawString(LIMIT + " ms: tracking suffers beyond", left + 6, y(LIMIT) - 6);
    }

    private void column(RepeatedGesture gesture, int roundTrip, int middle, int width) {
        for (Mark mark : marks) {
            if (mark.at().gesture() == gesture && mark.at().roundTripMillis() == roundTrip) {
                int number = WAYS.indexOf(mark.at().way());
                int x = middle + (int) Math.round((number - (WAYS.size() - 1) / 2.0) * width * 0.8 / WAYS.size());
                graphics.setColor(new Color(mark.at().way().colour()));
                graphics.setStroke(new BasicStroke(3));
                graphics.drawLine(x, y(mark.p50()), x, y(mark.p95()));
                graphics.setStroke(new BasicStroke(1));
                graphics.fillOval(x - DOT / 2, y(mark.p50()) - DOT / 2, DOT, DOT);
            }
        }
    }
}
