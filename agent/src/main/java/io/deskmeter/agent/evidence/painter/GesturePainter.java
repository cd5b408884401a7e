package io.deskmeter.agent.evidence.painter;

import io.deskmeter.agent.evidence.recorder.NotedGesture;
import io.deskmeter.agent.evidence.recorder.NotedGesture.Move;
import io.deskmeter.agent.evidence.recorder.NotedGesture.Seen;
import io.deskmeter.measure.timing.Timing;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.util.List;

/** Draws where the pointer was sent, over it where what it moves was seen, coloured by lag; and the lag over time. */
public final class GesturePainter {
    private static final int WIDTH = 1_040;
    private static final int LEFT = 60;
    private static final int RIGHT = 12;
    private static final int HEAD = 76;
    private static final int TITLE = 30;
    private static final int PLANE = 500;
    private static final int LINE_HEIGHT = 300;
    private static final int LAGS = 170;
    private static final int FOOT = 34;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double LEAST_TOP = 150;
    private static final Color GROUND = new Color(0x14191F);
    private static final Color INK = new Color(0xE8EDF2);
    private static final Color QUIET = new Color(0x9AA7B5);
    private static final Color LINE = new Color(0x3A4550);
    private static final Color COMMANDED = new Color(0x66717D);
    private static final Color NEVER = new Color(0xFF5A4F);
    /** From a lag to the next one, in milliseconds. */
    private static final double[] LEVELS = {0, NotedGesture.NOTICED, NotedGesture.LATE, 200, 400};

    private static final int[] COLOURS = {0x5BC0EB, 0x9BE37A, 0xFFE08A, 0xFF8F86, 0xD24AB0};

    private final NotedGesture gesture;
    private final long from;
    private final long to;
    private final BufferedImage image;
    private final Graphics2D graphics;
    private final int pathHeight;

    private GesturePainter(NotedGesture gesture) {
        this.gesture = gesture;
        this.from = gesture.moves().get(0).at();
        long last = gesture.moves().get(gesture.moves().size() - 1).at();
        List<Seen> seen = gesture.seen();
        this.to = 1
                + Math.max(
                        last, seen.isEmpty() ? last : seen.get(seen.size() - 1).at());
        this.pathHeight = gesture.isPlane() ? PLANE : LINE_HEIGHT;
        this.image = new BufferedImage(
                LEFT + WIDTH + RIGHT, HEAD + TITLE + pathHeight + TITLE + LAGS + FOOT, BufferedImage.TYPE_INT_RGB);
        this.graphics = image.createGraphics();
    }

    public static BufferedImage paint(Timing timing, NotedGesture gesture) {
        return new GesturePainter(gesture).paint(timing);
    }

    private BufferedImage paint(Timing timing) {
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(GROUND);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        head(timing);
        legend();
        int top = HEAD + TITLE;
        text(
                gesture.isPlane()
                        ? "Grey: where the pointer was sent. Coloured by lag: where the object was seen"
                        : "Grey: how far was scrolled. Coloured by lag: what was seen",
                HEAD + 20);
        commanded(top);
        seen(top);
        int lags = top + pathHeight + TITLE;
        text("Lag of each move; red below the axis: neither it nor a later one was ever seen", lags - 9);
        lags(lags);
        ticks(lags + LAGS);
        graphics.dispose();
        return image;
    }

    private void font(int style, int size) {
        graphics.setFont(new Font(Font.SANS_SERIF, style, size));
    }

    private void text(String text, int y) {
        font(Font.PLAIN, 13);
        graphics.setColor(QUIET);
        graphics.drawString(text, LEFT, y);
    }

    private void head(Timing timing) {
        font(Font.BOLD, 16);
        graphics.setColor(INK);
        graphics.drawString(
                timing.workload() + " · " + timing.operation() + "   session " + timing.session() + ", no. "
                        + timing.sequence(),
                LEFT,
                26);
        font(Font.PLAIN, 13);
        graphics.drawString(String.join("   ", gesture.figures()), LEFT, 50);
        if (!gesture.problem().isEmpty()) {
            graphics.setColor(NEVER);
            graphics.drawString(gesture.problem(), LEFT, 68);
        }
    }

    /** At the right of the head. */
    private void legend() {
        int width = 240;
        int left = LEFT + WIDTH - width - 24;
        double most = LEVELS[LEVELS.length - 1];
        for (int x = 0; x < width; x++) {
            graphics.setColor(colour(most * x / width));
            graphics.fillRect(left + x, HEAD + 2, 1, 8);
        }
        font(Font.PLAIN, 12);
        graphics.setColor(QUIET);
        for (double level : LEVELS) {
            String label = Math.round(level) + (level == most ? " ms" : "");
            int middle = left + (int) (width * level / most);
            graphics.drawString(label, middle - graphics.getFontMetrics().stringWidth(label) / 2, HEAD + 23);
        }
    }

    /** Between the neighbouring levels. */
    public static Color colour(double lagMillis) {
        if (Double.isNaN(lagMillis)) {
            return COMMANDED;
        }
        int level = 0;
        while (level < LEVELS.length - 2 && lagMillis > LEVELS[level + 1]) {
            level++;
        }
        double share = Math.max(0, Math.min(1, (lagMillis - LEVELS[level]) / (LEVELS[level + 1] - LEVELS[level])));
        int rgb = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            int low = COLOURS[level] >> shift & 0xff;
            int high = COLOURS[level + 1] >> shift & 0xff;
            rgb |= (int) Math.round(low + share * (high - low)) << shift;
        }
        return new Color(rgb);
    }

    private double x(long at) {
        return LEFT + (double) WIDTH * (at - from) / (to - from);
    }

    /** On the stage, or over time where there is only one direction. */
    private Point2D place(long at, double x, double y, int top) {
        if (gesture.isPlane()) {
            double scale = Math.min(WIDTH / gesture.width(), pathHeight / gesture.height());
            return new Point2D.Double(LEFT + x * scale, top + y * scale);
        }
        return new Point2D.Double(x(at), top + y * pathHeight / gesture.height());
    }

    private void commanded(int top) {
        Path2D path = new Path2D.Double();
        for (Move move : gesture.moves()) {
            Point2D at = place(move.at(), move.x(), move.y(), top);
            if (path.getCurrentPoint() == null) {
                path.moveTo(at.getX(), at.getY());
            } else if (gesture.isPlane()) {
                path.lineTo(at.getX(), at.getY());
            } else {
                path.lineTo(at.getX(), path.getCurrentPoint().getY());
                path.lineTo(at.getX(), at.getY());
            }
        }
        Stroke thin = graphics.getStroke();
        graphics.setColor(LINE);
        graphics.setStroke(new BasicStroke(9, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(path);
        graphics.setStroke(thin);
        graphics.setColor(COMMANDED);
        gesture.moves().forEach(move -> dot(place(move.at(), move.x(), move.y(), top), 4));
    }

    private void seen(int top) {
        Point2D before = null;
        for (Seen frame : gesture.seen()) {
            Point2D at = place(frame.at(), frame.x(), frame.y(), top);
            graphics.setColor(colour(frame.lagMillis()));
            if (before != null) {
                follow(before, at);
            }
            dot(at, 3);
            before = at;
        }
    }

    /** What is seen over time stays until the next frame. */
    private void follow(Point2D before, Point2D at) {
        if (gesture.isPlane()) {
            graphics.draw(new Line2D.Double(before, at));
        } else {
            Point2D until = new Point2D.Double(at.getX(), before.getY());
            graphics.draw(new Line2D.Double(before, until));
            graphics.draw(new Line2D.Double(until, at));
        }
    }

    private void dot(Point2D at, double radius) {
        graphics.fill(new Ellipse2D.Double(at.getX() - radius, at.getY() - radius, 2 * radius, 2 * radius));
    }

    private void lags(int top) {
        double most = gesture.moves().stream()
                .filter(Move::isSeen)
                .mapToDouble(Move::lagMillis)
                .reduce(LEAST_TOP, Math::max);
        for (int limit : new int[] {0, NotedGesture.NOTICED, (int) NotedGesture.LATE}) {
            int y = (int) Math.round(top + LAGS * (1 - limit / most));
            graphics.setColor(LINE);
            graphics.drawLine(LEFT, y, LEFT + WIDTH, y);
            font(Font.PLAIN, 12);
            graphics.setColor(QUIET);
            String label = limit + " ms";
            graphics.drawString(label, LEFT - 8 - graphics.getFontMetrics().stringWidth(label), y + 4);
        }
        for (Move move : gesture.moves()) {
            if (move.isSeen()) {
                graphics.setColor(colour(move.lagMillis()));
                dot(new Point2D.Double(x(move.at()), top + LAGS * (1 - move.lagMillis() / most)), 2.5);
            } else {
                graphics.setColor(NEVER);
                dot(new Point2D.Double(x(move.at()), top + LAGS + 4), 2.5);
            }
        }
    }

    private void ticks(int top) {
        font(Font.PLAIN, 12);
        graphics.setColor(QUIET);
        for (int second = 0; second * NANOS_PER_SECOND <= to - from; second++) {
            String label = second + " s";
            int x = (int) x(from + (long) (second * NANOS_PER_SECOND));
            int last = image.getWidth() - graphics.getFontMetrics().stringWidth(label) - 2;
            graphics.drawString(label, Math.min(x, last), top + 24);
        }
    }
}
