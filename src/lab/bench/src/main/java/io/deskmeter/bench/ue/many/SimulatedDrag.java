package io.deskmeter.bench.ue.many;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.InputEvent;
import io.deskmeter.screen.InputEvent.Pointer;
import io.deskmeter.screen.Keysyms;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.vision.tracking.DragObject;
import io.deskmeter.workload.step.ReferenceStage;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A display of the probe program that shows each move after the same time. Input comes on any thread, pictures leave on
 * the session's executor.
 */
final class SimulatedDrag implements Screen {
    static final int WIDTH = 1000;
    static final int HEIGHT = 640;

    /** From an input to the frame that shows it. */
    static final long DELAY_MILLIS = 20;

    private static final int STAGE = 10;
    private static final int LEFT = 1;
    private static final int[] OBJECT = object();

    private final FrameListener listener;
    private final Executor executor;
    private final ScheduledExecutorService display;
    private final MoveLateness lateness;
    private final Runnable quit;
    private final Frame frame = new Frame(WIDTH, HEIGHT);
    private final List<Long> moves = new ArrayList<>();
    private volatile boolean closed;
    private boolean gripped;
    private int gripX;
    private int gripY;
    private int objectX = STAGE + ReferenceStage.START;
    private int objectY = STAGE + ReferenceStage.START;

    /** On the executor only, as is the frame. */
    private Rect painted = new Rect(0, 0, 0, 0);

    private long sequence;

    /**
     * @param display shows the pictures; it must not be the agent's
     * @param quit the program has been asked to end
     */
    SimulatedDrag(
            FrameListener listener,
            Executor executor,
            ScheduledExecutorService display,
            MoveLateness lateness,
            Runnable quit) {
        this.listener = listener;
        this.executor = executor;
        this.display = display;
        this.lateness = lateness;
        this.quit = quit;
        show(Frame::bounds);
    }

    private static int[] object() {
        BufferedImage image = new BufferedImage(DragObject.WIDTH, DragObject.HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        DragObject.paint(graphics, 0, 0);
        graphics.dispose();
        return image.getRGB(0, 0, DragObject.WIDTH, DragObject.HEIGHT, null, 0, DragObject.WIDTH);
    }

    /** The program has been started: its window comes. */
    synchronized void start() {
        objectX = STAGE + ReferenceStage.START;
        objectY = objectX;
        later(target -> {
            painted = new Rect(0, 0, 0, 0);
            return paint(target, STAGE + ReferenceStage.START, STAGE + ReferenceStage.START);
        });
    }

    /** The program has ended: its window goes. */
    void end() {
        later(target -> {
            Arrays.fill(target.pixels(), 0);
            return target.bounds();
        });
    }

    @Override
    public CompletableFuture<Long> fire(List<InputEvent> events) {
        if (closed) {
            return CompletableFuture.failedFuture(new ScreenException("screen: closed"));
        }
        long firedAt = System.nanoTime();
        events.forEach(event -> input(event, firedAt));
        return CompletableFuture.completedFuture(firedAt);
    }

    private synchronized void input(InputEvent event, long at) {
        if (event instanceof Pointer pointer) {
            pointer(pointer, (pointer.buttons() & LEFT) != 0, at);
        } else if (event instanceof InputEvent.Key key && key.down() && key.keysym() == Keysyms.of('q')) {
            quit.run();
        }
    }

    private void pointer(Pointer pointer, boolean pressed, long at) {
        if (pressed && gripped) {
            moves.add(at);
            objectX = pointer.x() - gripX;
            objectY = pointer.y() - gripY;
            int x = objectX;
            int y = objectY;
            later(target -> paint(target, x, y));
        } else if (pressed) {
            gripX = pointer.x() - objectX;
            gripY = pointer.y() - objectY;
        } else if (gripped) {
            lateness.released(List.copyOf(moves));
            moves.clear();
        }
        gripped = pressed;
    }

    private void later(Function<Frame, Rect> painter) {
        var unused = display.schedule(() -> show(painter), DELAY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void show(Function<Frame, Rect> painter) {
        long arrivedAt = System.nanoTime();
        executor.execute(() -> {
            if (!closed) {
                Rect damage = painter.apply(frame);
                listener.onFrame(new FrameUpdate(frame, List.of(damage), arrivedAt, ++sequence));
            }
        });
    }

    private Rect paint(Frame target, int x, int y) {
        Rect now = new Rect(x, y, DragObject.WIDTH, DragObject.HEIGHT).intersection(target.bounds());
        Rect changed = painted.isEmpty() ? target.bounds() : painted.union(now);
        painted = now;
        for (int row = changed.y(); row < changed.bottom(); row++) {
            int at = row * target.width();
            Arrays.fill(target.pixels(), at + changed.x(), at + changed.right(), DragObject.STAGE);
        }
        for (int row = 0; row < now.height(); row++) {
            System.arraycopy(
                    OBJECT,
                    row * DragObject.WIDTH,
                    target.pixels(),
                    (now.y() + row) * target.width() + now.x(),
                    now.width());
        }
        return changed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
