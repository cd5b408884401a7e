package io.deskmeter.workloads.probe;

import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ScrollPicture;
import io.deskmeter.workload.step.ReferenceStage;
import java.awt.Color;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.event.MouseWheelEvent;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;

/** The long picture below its sign; the wheel, the arrow keys and the thumb of the scroll bar move it. */
final class ScrollStage extends ProbeCanvas {
    private static final long serialVersionUID = 1L;
    private static final int GREY = 0x010101;
    private static final Color TRACK = new Color(0xc8c8c8);
    private static final Color THUMB = new Color(0x404040);

    private static final int SCROLL_PER_THUMB = ReferenceStage.SCROLL_STEP / ReferenceStage.THUMB_STEP;

    private final transient ScrollPicture picture = new ScrollPicture();

    /** The picture and the bar beside it: painted with one operation. */
    private final transient BufferedImage buffer = new BufferedImage(
            ReferenceStage.BAR_X + ReferenceStage.BAR_WIDTH, ReferenceStage.VIEW_HEIGHT, BufferedImage.TYPE_INT_RGB);

    private int offset;
    private int gripY;
    private int gripOffset;
    private boolean gripped;

    ScrollStage(PaintTimesWriter times) {
        super(times);
        MouseAdapter mouse = new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                press(event);
            }

            @Override
            public void mouseReleased(MouseEvent event) {
                gripped = false;
            }

            @Override
            public void mouseDragged(MouseEvent event) {
                if (gripped) {
                    scroll("thumb", gripOffset + SCROLL_PER_THUMB * (event.getY() - gripY));
                }
            }

            @Override
            public void mouseWheelMoved(MouseWheelEvent event) {
                scroll("wheel", offset + ReferenceStage.SCROLL_STEP * event.getWheelRotation());
            }
        };
        addMouseListener(mouse);
        addMouseMotionListener(mouse);
        addMouseWheelListener(mouse);
        addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(KeyEvent event) {
                press(event.getKeyCode());
            }
        });
    }

    private void press(int key) {
        if (key == KeyEvent.VK_DOWN) {
            scroll("key", offset + ReferenceStage.SCROLL_STEP);
        } else if (key == KeyEvent.VK_UP) {
            scroll("key", offset - ReferenceStage.SCROLL_STEP);
        } else if (key == KeyEvent.VK_HOME) {
            scroll("key", 0);
        }
    }

    private void press(MouseEvent event) {
        Rectangle place = place();
        int y = event.getY() - view().y - thumbTop();
        int x = event.getX() - place.x - ReferenceStage.BAR_X;
        gripped = event.getButton() == MouseEvent.BUTTON1
                && x >= 0
                && x < ReferenceStage.BAR_WIDTH
                && y >= 0
                && y < ReferenceStage.THUMB;
        gripY = event.getY();
        gripOffset = offset;
    }

    private void scroll(String input, int to) {
        answer(input, () -> offset = Math.max(0, Math.min(ReferenceStage.SCROLL_RANGE, to)));
    }

    private int thumbTop() {
        return offset / SCROLL_PER_THUMB;
    }

    @Override
    Point shown() {
        return new Point(0, offset);
    }

    /** The sign, the picture and the bar. */
    private Rectangle place() {
        return middle(
                ReferenceStage.BAR_X + ReferenceStage.BAR_WIDTH, ReferenceStage.VIEW_Y + ReferenceStage.VIEW_HEIGHT);
    }

    private Rectangle view() {
        Rectangle place = place();
        return new Rectangle(
                place.x + ReferenceStage.VIEW_X,
                place.y + ReferenceStage.VIEW_Y,
                ReferenceStage.VIEW_WIDTH,
                ReferenceStage.VIEW_HEIGHT);
    }

    @Override
    void paintChange(Graphics graphics) {
        Graphics2D into = buffer.createGraphics();
        into.setColor(PLAIN);
        into.fillRect(0, 0, buffer.getWidth(), buffer.getHeight());
        into.setColor(TRACK);
        into.fillRect(ReferenceStage.BAR_X, 0, ReferenceStage.BAR_WIDTH, buffer.getHeight());
        into.setColor(THUMB);
        into.fillRect(ReferenceStage.BAR_X, thumbTop(), ReferenceStage.BAR_WIDTH, ReferenceStage.THUMB);
        into.dispose();
        int[] pixels = ((DataBufferInt) buffer.getRaster().getDataBuffer()).getData();
        for (int y = 0; y < ReferenceStage.VIEW_HEIGHT; y++) {
            int row = y * buffer.getWidth() + ReferenceStage.VIEW_X;
            Arrays.fill(pixels, row, row + ReferenceStage.VIEW_WIDTH, GREY * picture.grey(offset + y));
        }
        Rectangle view = view();
        graphics.drawImage(buffer, view.x - ReferenceStage.VIEW_X, view.y, null);
    }

    @Override
    public void paint(Graphics graphics) {
        graphics.setColor(PLAIN);
        graphics.fillRect(0, 0, getWidth(), getHeight());
        Rectangle place = place();
        DragObject.paint((Graphics2D) graphics, place.x, place.y);
        paintChange(graphics);
    }
}
