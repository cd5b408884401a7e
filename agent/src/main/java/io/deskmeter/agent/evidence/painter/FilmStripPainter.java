package io.deskmeter.agent.evidence.painter;

import io.deskmeter.agent.evidence.tile.FrameHistory;
import io.deskmeter.agent.evidence.tile.TileGrid;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.evidence.FilmStripFrame.Moment;
import io.deskmeter.evidence.GesturePath;
import io.deskmeter.evidence.LandmarkImage;
import io.deskmeter.evidence.WorstSecond;
import io.deskmeter.measure.timing.Outcome;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.Rect;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/**
 * Draws a film strip: for every frame the whole picture at reduced size and a detail at full size, with its time. The
 * detail is the same region in all frames: the one that changed with the response.
 */
public final class FilmStripPainter {
    private static final int ACROSS = 4;
    private static final int WIDTH = 352;
    private static final int DETAIL = 96;
    private static final int LABEL = 24;
    private static final int GAP = 10;
    private static final int HEAD = 76;
    private static final Color GROUND = new Color(0x14191F);
    private static final Color INK = new Color(0xE8EDF2);
    private static final Color QUIET = new Color(0x9AA7B5);
    private static final Color BAD = new Color(0xFF8F86);
    private static final Color GOOD = new Color(0x6FD093);
    private static final Color LINE = new Color(0x3A4550);

    private final FilmStrip strip;
    private final List<Rect> places;
    private final TileGrid grid;
    private final Rect detail;
    private final BufferedImage image;
    private final Graphics2D graphics;

    public FilmStripPainter(FilmStrip strip, List<Rect> places, FrameHistory history) {
        this.strip = strip;
        this.places = places;
        this.grid = history.grid();
        this.detail = detail(history);
        int rows = (strip.shots().size() + ACROSS - 1) / ACROSS;
        int columns = Math.max(3, Math.min(ACROSS, strip.shots().size()));
        this.image = new BufferedImage(
                GAP + columns * (WIDTH + GAP), HEAD + rows * cellHeight(), BufferedImage.TYPE_INT_RGB);
        this.graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.setColor(GROUND);
        graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
        head();
    }

    /** The number of the frame with the response, or the last one if there was none. */
    public int end() {
        for (int i = 0; i < strip.shots().size(); i++) {
            if (strip.shots().get(i).moment() == Moment.SHOWN) {
                return i;
            }
        }
        return strip.shots().size() - 1;
    }

    /** The region that changed with the response, within the regions that the operation searched. */
    private Rect detail(FrameHistory history) {
        Rect changed = history.changed(end());
        Rect looked = places.stream().reduce(new Rect(0, 0, 0, 0), Rect::union);
        Rect focus = focus(changed, looked);
        if (focus.isEmpty()) {
            focus = new Rect(0, 0, grid.width(), grid.height());
        }
        int width = Math.min(WIDTH, grid.width());
        int height = Math.min(DETAIL, grid.height());
        int x = focus.width() > width ? focus.x() : focus.x() + focus.width() / 2 - width / 2;
        int y = focus.height() > height ? focus.y() : focus.y() + focus.height() / 2 - height / 2;
        return new Rect(
                Math.max(0, Math.min(x, grid.width() - width)),
                Math.max(0, Math.min(y, grid.height() - height)),
                width,
                height);
    }

    /** A small region completely; of a large one the part that changed. */
    private static Rect focus(Rect changed, Rect looked) {
        boolean small = looked.width() <= WIDTH && looked.height() <= DETAIL;
        Rect common = changed.intersection(looked);
        if (!looked.isEmpty() && (small || common.isEmpty())) {
            return looked;
        }
        return common.isEmpty() ? changed : common;
    }

    private int pictureHeight() {
        return Math.max(1, Math.round((float) WIDTH * grid.height() / grid.width()));
    }

    private int cellHeight() {
        return LABEL + pictureHeight() + 4 + DETAIL + GAP;
    }

    private void head() {
        int room = image.getWidth() - 2 * GAP;
        int x = image.getWidth() - GAP;
        for (LandmarkImage landmark : strip.landmarks()) {
            x = landmark(landmark, x);
        }
        room = Math.min(room, x - 2 * GAP);
        var timing = strip.timing();
        boolean ok = timing.outcome() == Outcome.OK;
        text(
                timing.workload() + " · " + timing.operation() + "   session " + timing.session() + ", no. "
                        + timing.sequence(),
                GAP,
                22,
                room,
                bold(16),
                INK);
        WorstSecond second = strip.second();
        if (second != null) {
            text(strip.condition(), GAP, 44, room, plain(13), QUIET);
            text(String.join("   ", second.figures()), GAP, 65, room, plain(13), INK);
            return;
        }
        GesturePath gesture = strip.gesture();
        if (gesture != null) {
            // The last one tells of this strip, see GestureFiles.
            int last = gesture.figures().size() - 1;
            text(gesture.figures().get(last), GAP, 44, room, plain(13), INK);
            text(String.join("   ", gesture.figures().subList(0, last)), GAP, 65, room, plain(13), QUIET);
            return;
        }
        text("waits until: " + strip.condition(), GAP, 44, room, plain(13), QUIET);
        text(
                ok
                        ? "response " + millis(timing.responseNanos()) + ", resolution "
                                + millis(timing.resolutionNanos()) + "   " + strip.why()
                        : strip.why() + ": " + timing.detail(),
                GAP,
                65,
                room,
                plain(13),
                ok ? GOOD : BAD);
    }

    /** Draws a landmark at the right of the head; returns its left edge. */
    private int landmark(LandmarkImage landmark, int right) {
        try {
            BufferedImage picture = ImageIO.read(new ByteArrayInputStream(landmark.png()));
            if (picture == null) {
                return right;
            }
            double scale = Math.min(1, Math.min(300.0 / picture.getWidth(), (HEAD - 20.0) / picture.getHeight()));
            int width = (int) Math.max(1, picture.getWidth() * scale);
            int height = (int) Math.max(1, picture.getHeight() * scale);
            graphics.drawImage(picture, right - width, 10, width, height, null);
            graphics.setColor(LINE);
            graphics.drawRect(right - width - 1, 9, width + 1, height + 1);
            return right - width - GAP;
        } catch (IOException e) {
            // The page contains its name; the picture is optional.
            return right;
        }
    }

    /** Draws one frame of the strip. */
    public void paint(Frame frame, int number) {
        FilmStripFrame shot = strip.shots().get(number);
        int x = GAP + number % ACROSS * (WIDTH + GAP);
        int y = HEAD + number / ACROSS * cellHeight();
        boolean answer = shot.moment() == Moment.SHOWN || shot.moment() == Moment.DURING;
        String left = shot.leftOut() == 0 ? "" : "… " + shot.leftOut() + " left out … ";
        text(left + time(shot), x, y + 16, WIDTH, bold(13), answer ? GOOD : INK);
        int used = graphics.getFontMetrics(bold(13)).stringWidth(left + time(shot)) + 8;
        text(
                shot.moment().title() + "  #" + shot.sequence(),
                x + used,
                y + 16,
                WIDTH - used,
                plain(13),
                answer ? GOOD : shot.moment() == Moment.LAST ? BAD : QUIET);
        BufferedImage whole = frame.toImage();
        picture(whole, x, y + LABEL, answer || shot.moment() == Moment.LAST);
        detail(whole, x, y + LABEL + pictureHeight() + 4, answer || shot.moment() == Moment.LAST);
    }

    private void picture(BufferedImage whole, int x, int y, boolean strong) {
        BufferedImage half = whole;
        while (half.getWidth() >= 2 * WIDTH) {
            half = halved(half);
        }
        graphics.drawImage(half, x, y, WIDTH, pictureHeight(), null);
        border(x, y, pictureHeight(), strong);
        double scale = (double) WIDTH / grid.width();
        graphics.setColor(PngEncoder.MARK);
        graphics.setStroke(new BasicStroke(strong ? 2 : 1));
        for (Rect place : places) {
            int left = (int) Math.max(0, place.x() * scale - 2);
            int top = (int) Math.max(0, place.y() * scale - 2);
            int right = (int) Math.min(WIDTH - 1.0, place.right() * scale + 2);
            int bottom = (int) Math.min(pictureHeight() - 1.0, place.bottom() * scale + 2);
            graphics.drawRect(x + left, y + top, right - left, bottom - top);
        }
        graphics.setStroke(new BasicStroke(1));
    }

    /** Halves repeatedly with the mean of four pixels, because one large step would skip pixels. */
    private static BufferedImage halved(BufferedImage image) {
        BufferedImage half =
                new BufferedImage(image.getWidth() / 2, Math.max(1, image.getHeight() / 2), BufferedImage.TYPE_INT_RGB);
        Graphics2D to = half.createGraphics();
        to.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        to.drawImage(image, 0, 0, half.getWidth(), half.getHeight(), null);
        to.dispose();
        return half;
    }

    private void detail(BufferedImage whole, int x, int y, boolean strong) {
        graphics.setClip(x, y, WIDTH, DETAIL);
        graphics.drawImage(whole.getSubimage(detail.x(), detail.y(), detail.width(), detail.height()), x, y, null);
        graphics.setColor(PngEncoder.MARK);
        for (Rect place : places) {
            for (int line = 1; line <= (strong ? 2 : 1); line++) {
                Rect around = place.grow(line, line, line, line);
                graphics.drawRect(
                        x + around.x() - detail.x(),
                        y + around.y() - detail.y(),
                        around.width() - 1,
                        around.height() - 1);
            }
        }
        graphics.setClip(null);
        border(x, y, DETAIL, strong);
    }

    private void border(int x, int y, int height, boolean strong) {
        graphics.setColor(!strong ? LINE : strip.timing().outcome() == Outcome.OK ? GOOD : BAD);
        graphics.drawRect(x - 1, y - 1, WIDTH + 1, height + 1);
    }

    private void text(String text, int x, int y, int room, Font font, Color colour) {
        String shown = text;
        graphics.setFont(font);
        while (shown.length() > 1 && graphics.getFontMetrics().stringWidth(shown) > room) {
            shown = shown.substring(0, shown.length() - 2) + "…";
        }
        graphics.setColor(colour);
        graphics.drawString(shown, x, y);
    }

    private static Font plain(int size) {
        return new Font(Font.SANS_SERIF, Font.PLAIN, size);
    }

    private static Font bold(int size) {
        return new Font(Font.SANS_SERIF, Font.BOLD, size);
    }

    private static String time(FilmStripFrame shot) {
        return String.format(Locale.ROOT, "%+.1f ms", shot.sinceFiredNanos() / 1e6);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    /** The strip, once all frames are painted. */
    public BufferedImage image() {
        graphics.dispose();
        return image;
    }
}
