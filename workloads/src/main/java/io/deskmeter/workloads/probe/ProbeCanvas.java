package io.deskmeter.workloads.probe;

import io.deskmeter.vision.tracking.DragObject;
import java.awt.Canvas;
import java.awt.Color;
import java.awt.Graphics;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.Toolkit;

/** What fills the window: plain grey, and something on it that input moves. */
abstract class ProbeCanvas extends Canvas {
    static final Color PLAIN = new Color(DragObject.STAGE);

    private static final long serialVersionUID = 1L;

    private final transient PaintTimesWriter times;

    ProbeCanvas(PaintTimesWriter times) {
        this.times = times;
        setBackground(PLAIN);
    }

    /** Paints what has changed, at once. */
    abstract void paintChange(Graphics graphics);

    /** What is shown now, as {@link PaintTimesWriter} has it. */
    abstract Point shown();

    /** Where a part of so many pixels begins that is in the middle of the window. */
    final Rectangle middle(int width, int height) {
        return new Rectangle((getWidth() - width) / 2, (getHeight() - height) / 2, width, height);
    }

    /** Paints the answer to an input, and notes how long that took: until the display had painted it. */
    final void answer(String input, Runnable change) {
        long from = System.nanoTime();
        change.run();
        Graphics graphics = getGraphics();
        if (graphics == null) {
            return;
        }
        try {
            paintChange(graphics);
        } finally {
            graphics.dispose();
        }
        Toolkit.getDefaultToolkit().sync();
        long painted = System.nanoTime();
        times.add(input, painted, painted - from, shown());
    }

    /** AWT clears the window before it paints it; everything is painted here instead. */
    @Override
    public final void update(Graphics graphics) {
        paint(graphics);
    }
}
