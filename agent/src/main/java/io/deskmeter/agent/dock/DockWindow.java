package io.deskmeter.agent.dock;

import java.awt.AWTError;
import java.awt.AWTException;
import java.awt.EventQueue;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.HeadlessException;
import java.awt.Window;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A dock on the display of this process. All fields belong to AWT's thread.
 *
 * <p>The window is of the type of a pop-up menu, which X window managers neither frame nor place nor stack.
 */
public final class DockWindow implements Dock {
    private static final Logger LOG = LoggerFactory.getLogger(DockWindow.class);
    private static final int NONE = -1;

    private final Clicks clicks;
    private final DockPainter face = new DockPainter();
    private final Pane pane;
    private DockState state;
    private DockLayout layout;
    private int screenWidth;
    private int screenHeight;
    private int pressed = NONE;

    private DockWindow(DockState first, int width, int height, Clicks clicks) {
        this.state = first;
        this.clicks = clicks;
        this.screenWidth = width;
        this.screenHeight = height;
        this.layout = DockLayout.of(first.tiles().size(), width);
        this.pane = new Pane();
        pane.addMouseListener(new Mouse());
        place();
        pane.setVisible(true);
        arrange();
    }

    /** See {@link Maker#open}. */
    public static Dock open(DockState first, int width, int height, Clicks clicks) throws DockException {
        AtomicReference<@Nullable DockWindow> opened = new AtomicReference<>();
        try {
            EventQueue.invokeAndWait(() -> opened.set(new DockWindow(first, width, height, clicks)));
        } catch (InvocationTargetException e) {
            throw unusable(e.getCause() == null ? e : e.getCause());
        } catch (HeadlessException | AWTError | LinkageError | InternalError e) {
            throw unusable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unusable(e);
        }
        DockWindow window = opened.get();
        if (window == null) {
            throw unusable(new AWTException("no result"));
        }
        return window;
    }

    private static DockException unusable(Throwable cause) {
        String display = System.getenv("DISPLAY"); // Windows has none
        return new DockException(
                "dock: no window" + (display == null ? "" : " on display " + display) + ": " + cause
                        + " (expected: a display, a Java with its display libraries, and a font; hint: on Debian the"
                        + " packages openjdk-17-jre and fonts-dejavu-core)",
                cause);
    }

    @Override
    public void show(DockState next) {
        EventQueue.invokeLater(() -> {
            state = next;
            if (state.tiles().size() != layout.tiles()) {
                place();
            }
            arrange();
            pane.repaint();
        });
    }

    @Override
    public void screen(int width, int height) {
        EventQueue.invokeLater(() -> {
            screenWidth = width;
            screenHeight = height;
            place();
            pane.repaint();
        });
    }

    @Override
    public void close() {
        EventQueue.invokeLater(pane::dispose);
    }

    /**
     * At the bottom of the screen, in the middle. The window counts in units of the display's scale, the screen in
     * pixels.
     */
    private void place() {
        AffineTransform scale = pane.getGraphicsConfiguration().getDefaultTransform();
        int width = (int) (screenWidth / scale.getScaleX());
        int height = (int) (screenHeight / scale.getScaleY());
        layout = DockLayout.of(state.tiles().size(), width);
        pane.setBounds(
                Math.max(0, (width - layout.width()) / 2),
                Math.max(0, height - layout.height()),
                layout.width(),
                layout.height());
    }

    /** In front while a click is expected, behind while an application is measured. */
    private void arrange() {
        if (state.any(DockTile.State.READY)) {
            pane.toFront();
        } else if (state.any(DockTile.State.STARTING) || state.any(DockTile.State.RUNNING)) {
            pane.toBack();
        }
    }

    private void click(int tile) {
        DockTile clicked = state.tiles().get(tile);
        if (clicked.state() != DockTile.State.READY) {
            LOG.info("dock: a click on {}, which is {}, is ignored", clicked.workload(), clicked.state());
            return;
        }
        // Shown immediately; the result follows with the next state.
        state = state.with(clicked.workload(), DockTile.State.STARTING, "");
        pane.repaint();
        clicks.clicked(clicked.workload());
    }

    private final class Mouse extends MouseAdapter {
        @Override
        public void mousePressed(MouseEvent event) {
            if (event.getButton() == MouseEvent.BUTTON1) {
                pressed = layout.tileAt(event.getX(), event.getY());
                pane.repaint();
            }
        }

        @Override
        public void mouseReleased(MouseEvent event) {
            int tile = pressed;
            if (event.getButton() != MouseEvent.BUTTON1 || tile == NONE) {
                return;
            }
            pressed = NONE;
            pane.repaint();
            if (tile < state.tiles().size() && tile == layout.tileAt(event.getX(), event.getY())) {
                click(tile);
            }
        }
    }

    /** Painted completely before it is shown, so that a partial tile is never visible. */
    private final class Pane extends Window {
        private static final long serialVersionUID = 1L;

        private transient @Nullable BufferedImage buffer;

        private Pane() {
            super(null);
            setType(Type.POPUP);
            setFocusableWindowState(false);
        }

        @Override
        public void update(Graphics g) {
            paint(g);
        }

        @Override
        public void paint(Graphics g) {
            Graphics2D screen = (Graphics2D) g;
            AffineTransform scale = getGraphicsConfiguration().getDefaultTransform();
            int width = (int) Math.ceil(getWidth() * scale.getScaleX());
            int height = (int) Math.ceil(getHeight() * scale.getScaleY());
            BufferedImage image = buffer;
            if (image == null || image.getWidth() != width || image.getHeight() != height) {
                image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
                buffer = image;
            }
            Graphics2D own = image.createGraphics();
            own.transform(scale);
            face.paint(own, state, layout, pressed);
            own.dispose();
            screen.transform(inverse(scale));
            screen.drawImage(image, 0, 0, null);
        }

        private AffineTransform inverse(AffineTransform scale) {
            return AffineTransform.getScaleInstance(1 / scale.getScaleX(), 1 / scale.getScaleY());
        }
    }
}
