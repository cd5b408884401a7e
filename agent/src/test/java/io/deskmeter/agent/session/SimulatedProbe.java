package io.deskmeter.agent.session;

import static io.deskmeter.agent.session.SessionFixture.ms;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.Rect;
import io.deskmeter.testkit.screen.ScriptedScreen;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.vision.tracking.ScrollPicture;
import io.deskmeter.workload.step.ReferenceStage;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** The probe program on a display that shows it late, or not at all. */
final class SimulatedProbe {
    static final int WIDTH = 1000;
    static final int HEIGHT = 640;

    private static final int LEFT = 1;
    private static final int WHEEL_UP = 1 << 3;
    private static final int WHEEL_DOWN = 1 << 4;
    private static final int SIGN = 10;
    private static final int[] OBJECT = object();

    private final boolean scrolls;
    private final ScrollPicture picture = new ScrollPicture();
    private long delayMillis = 40;
    private double pointerScale = 1;
    private IntPredicate shows = move -> true;
    private boolean gripped;
    private int gripX;
    private int gripY;
    private int gripOffset;
    private int objectX = SIGN + ReferenceStage.START;
    private int objectY = SIGN + ReferenceStage.START;
    private int offset;
    private int moves;
    private Rect painted = new Rect(0, 0, 0, 0);

    SimulatedProbe(boolean scrolls) {
        this.scrolls = scrolls;
    }

    /** From an input to the frame that shows it. */
    SimulatedProbe delayed(long millis) {
        delayMillis = millis;
        return this;
    }

    /** Takes so much of each motion of the pointer: as one that is not absolute. */
    SimulatedProbe pointerScale(double share) {
        pointerScale = share;
        return this;
    }

    /** Which moves, counted from 0 including those of the trial, are ever shown. */
    SimulatedProbe shows(IntPredicate moveIsShown) {
        shows = moveIsShown;
        return this;
    }

    /** Where its object is, and nothing else. */
    Rect signArea() {
        return new Rect(0, 0, WIDTH, scrolls ? SIGN + ReferenceStage.VIEW_Y : HEIGHT);
    }

    int moves() {
        return moves;
    }

    /** The first picture. */
    Rect paint(Frame frame) {
        if (!scrolls) {
            return paintObject(frame, objectX, objectY);
        }
        paintObject(frame, SIGN, SIGN);
        return paintView(frame, offset).union(frame.bounds());
    }

    void input(ScriptedScreen screen, List<InputEvent> events) {
        for (InputEvent event : events) {
            if (event instanceof InputEvent.Pointer pointer) {
                pointer(screen, pointer);
            } else if (event instanceof InputEvent.Key key && key.down() && scrolls) {
                boolean down = key.keysym() == 0xff54;
                boolean up = key.keysym() == 0xff52;
                if (down || up) {
                    scroll(screen, offset + (down ? 1 : -1) * ReferenceStage.SCROLL_STEP);
                }
            }
        }
    }

    private void pointer(ScriptedScreen screen, InputEvent.Pointer pointer) {
        boolean pressed = (pointer.buttons() & LEFT) != 0;
        if (pressed && !gripped) {
            gripX = pointer.x() - objectX;
            gripY = pointer.y() - (scrolls ? 0 : objectY);
            gripOffset = offset;
        } else if (pressed && scrolls) {
            int step = ReferenceStage.SCROLL_STEP / ReferenceStage.THUMB_STEP;
            scroll(screen, gripOffset + step * (int) Math.round(pointerScale * (pointer.y() - gripY)));
        } else if (pressed) {
            move(screen, pointer.x() - gripX, pointer.y() - gripY);
        }
        gripped = pressed;
        if (scrolls && (pointer.buttons() & (WHEEL_UP | WHEEL_DOWN)) != 0) {
            int direction = (pointer.buttons() & WHEEL_DOWN) != 0 ? 1 : -1;
            scroll(screen, offset + direction * ReferenceStage.SCROLL_STEP);
        }
    }

    private void move(ScriptedScreen screen, int x, int y) {
        int startX = SIGN + ReferenceStage.START;
        int startY = SIGN + ReferenceStage.START;
        objectX = startX + (int) Math.round(pointerScale * (x - startX));
        objectY = startY + (int) Math.round(pointerScale * (y - startY));
        int atX = objectX;
        int atY = objectY;
        if (shows.test(moves++)) {
            screen.later(ms(delayMillis), frame -> paintObject(frame, atX, atY));
        }
    }

    private void scroll(ScriptedScreen screen, int to) {
        offset = Math.max(0, Math.min(ReferenceStage.SCROLL_RANGE, to));
        int at = offset;
        if (shows.test(moves++)) {
            screen.later(ms(delayMillis), frame -> paintView(frame, at));
        }
    }

    private Rect paintObject(Frame frame, int x, int y) {
        Rect now = new Rect(x, y, DragObject.WIDTH, DragObject.HEIGHT);
        Rect changed = painted.isEmpty() ? frame.bounds() : painted.union(now);
        painted = now;
        for (int row = changed.y(); row < changed.bottom(); row++) {
            int at = row * frame.width();
            Arrays.fill(frame.pixels(), at + changed.x(), at + changed.right(), DragObject.STAGE);
        }
        for (int row = 0; row < DragObject.HEIGHT; row++) {
            System.arraycopy(
                    OBJECT, row * DragObject.WIDTH, frame.pixels(), (y + row) * frame.width() + x, DragObject.WIDTH);
        }
        return changed;
    }

    private static int[] object() {
        BufferedImage image = new BufferedImage(DragObject.WIDTH, DragObject.HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        DragObject.paint(graphics, 0, 0);
        graphics.dispose();
        return image.getRGB(0, 0, DragObject.WIDTH, DragObject.HEIGHT, null, 0, DragObject.WIDTH);
    }

    private Rect paintView(Frame frame, int at) {
        Rect view = new Rect(
                SIGN + ReferenceStage.VIEW_X,
                SIGN + ReferenceStage.VIEW_Y,
                ReferenceStage.VIEW_WIDTH,
                ReferenceStage.VIEW_HEIGHT);
        for (int y = view.y(); y < view.bottom(); y++) {
            int grey = 0x010101 * picture.grey(at + y - view.y());
            Arrays.fill(frame.pixels(), y * frame.width() + view.x(), y * frame.width() + view.right(), grey);
        }
        return view;
    }
}
