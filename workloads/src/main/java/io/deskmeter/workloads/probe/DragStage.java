package io.deskmeter.workloads.probe;

import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.workload.step.ReferenceStage;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.image.BufferedImage;
import org.jspecify.annotations.Nullable;

/** The object on its stage; the left button drags it. */
final class DragStage extends ProbeCanvas {
    private static final long serialVersionUID = 1L;

    /** Large enough for the object at its place before and at its new one; grows with larger moves. */
    private transient BufferedImage buffer =
            new BufferedImage(2 * DragObject.WIDTH, 2 * DragObject.HEIGHT, BufferedImage.TYPE_INT_RGB);

    private @Nullable Rectangle object;
    private Rectangle painted = new Rectangle();
    private int gripX;
    private int gripY;
    private boolean gripped;

    DragStage(PaintTimesWriter times) {
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
                drag(event);
            }
        };
        addMouseListener(mouse);
        addMouseMotionListener(mouse);
    }

    private Rectangle stage() {
        return middle(ReferenceStage.WIDTH, ReferenceStage.HEIGHT);
    }

    /** The place of a video, in pixels of the screen. */
    Rectangle videoOnScreen() {
        Rectangle stage = stage();
        Point corner = getLocationOnScreen();
        return new Rectangle(
                corner.x + stage.x + ReferenceStage.VIDEO_X,
                corner.y + stage.y + ReferenceStage.VIDEO_Y,
                ReferenceStage.VIDEO_WIDTH,
                ReferenceStage.VIDEO_HEIGHT);
    }

    private Rectangle object() {
        if (object == null) {
            Rectangle stage = stage();
            object = new Rectangle(
                    stage.x + ReferenceStage.START,
                    stage.y + ReferenceStage.START,
                    DragObject.WIDTH,
                    DragObject.HEIGHT);
        }
        return object;
    }

    private void press(MouseEvent event) {
        Rectangle at = object();
        gripped = event.getButton() == MouseEvent.BUTTON1 && at.contains(event.getPoint());
        gripX = event.getX() - at.x;
        gripY = event.getY() - at.y;
    }

    private void drag(MouseEvent event) {
        if (gripped) {
            answer("drag", () -> object().setLocation(event.getX() - gripX, event.getY() - gripY));
        }
    }

    @Override
    Point shown() {
        Rectangle stage = stage();
        Rectangle now = object();
        return new Point(now.x - stage.x, now.y - stage.y);
    }

    @Override
    void paintChange(Graphics graphics) {
        Rectangle now = object();
        Rectangle change = now.union(painted);
        painted = new Rectangle(now);
        if (change.width > buffer.getWidth() || change.height > buffer.getHeight()) {
            buffer = new BufferedImage(change.width, change.height, BufferedImage.TYPE_INT_RGB);
        }
        Graphics2D into = buffer.createGraphics();
        into.setColor(PLAIN);
        into.fillRect(0, 0, change.width, change.height);
        DragObject.paint(into, now.x - change.x, now.y - change.y);
        into.dispose();
        BufferedImage part = buffer.getSubimage(0, 0, change.width, change.height);
        graphics.drawImage(part, change.x, change.y, null);
    }

    @Override
    public void paint(Graphics graphics) {
        graphics.setColor(PLAIN);
        graphics.fillRect(0, 0, getWidth(), getHeight());
        Rectangle now = object();
        DragObject.paint((Graphics2D) graphics, now.x, now.y);
        painted = new Rectangle(now);
    }
}
