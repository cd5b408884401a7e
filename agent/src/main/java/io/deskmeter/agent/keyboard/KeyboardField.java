package io.deskmeter.agent.keyboard;

import io.deskmeter.agent.pairing.PairingPicture;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import java.awt.AWTError;
import java.awt.Canvas;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.EventQueue;
import java.awt.Font;
import java.awt.Frame;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.HeadlessException;
import java.awt.RenderingHints;
import java.awt.event.FocusEvent;
import java.awt.event.FocusListener;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A text field on the display of this process that shows what it has received. Delete clears it, Escape closes it. All
 * fields belong to AWT's thread.
 *
 * <p>It is a usual window with the focus and the input method of an application, so what reaches it is what reaches
 * applications.
 */
public final class KeyboardField implements AutoCloseable {
    private static final int TEXT_HEIGHT = 56;
    private static final int SHOWN = 44;
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final char DELETE = '\u007f';

    private final Frame window;
    private final Field field = new Field();
    private final StringBuilder received = new StringBuilder();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private final CompletableFuture<Void> used = new CompletableFuture<>();
    private volatile boolean touched;

    private KeyboardField() {
        window = new Frame("Deskmeter: keyboard check");
        window.add(field);
        window.setAlwaysOnTop(true);
        window.setAutoRequestFocus(true);
        window.setResizable(false);
        window.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(WindowEvent event) {
                end();
            }
        });
        double scale = window.getGraphicsConfiguration().getDefaultTransform().getScaleX();
        field.setPreferredSize(new Dimension((int) Math.ceil(PairingPicture.WIDTH / scale), (int)
                Math.ceil((PairingPicture.HEIGHT + TEXT_HEIGHT) / scale)));
        window.pack();
        window.setLocationRelativeTo(null);
        window.setVisible(true);
        window.toFront();
        field.requestFocus();
    }

    /**
     * Shows one.
     *
     * @throws ScreenException if the window cannot be opened
     */
    public static KeyboardField open() throws ScreenException {
        AtomicReference<@Nullable KeyboardField> opened = new AtomicReference<>();
        try {
            EventQueue.invokeAndWait(() -> opened.set(new KeyboardField()));
        } catch (InvocationTargetException e) {
            throw unusable(e.getCause() == null ? e : e.getCause());
        } catch (HeadlessException | AWTError | LinkageError | InternalError e) {
            throw unusable(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unusable(e);
        }
        KeyboardField field = opened.get();
        if (field == null) {
            throw unusable(new IllegalStateException("no result"));
        }
        return field;
    }

    private static ScreenException unusable(Throwable cause) {
        return new ScreenException(
                "keyboard field: no window: " + cause
                        + " (expected: a display, a Java with its display libraries, and a font; hint: on Debian the"
                        + " packages openjdk-17-jre and fonts-dejavu-core)",
                cause);
    }

    /** Completes when it has been closed: by Escape, by its window, or by {@link #close}. */
    public CompletableFuture<Void> closed() {
        return closed;
    }

    /** Completes when the first key arrives, or when the caller says so. */
    public CompletableFuture<Void> used() {
        return used;
    }

    /** Whether any key has arrived. */
    public boolean wasUsed() {
        return touched;
    }

    @Override
    public void close() {
        EventQueue.invokeLater(this::end);
    }

    private void end() {
        window.dispose();
        closed.complete(null);
    }

    private void receive(char typed) {
        if (typed != DELETE && typed != '\b' && typed != '\u001b') {
            received.append(typed == '\r' ? '\n' : typed);
            field.repaint();
        }
    }

    private final class Field extends Canvas {
        private static final long serialVersionUID = 1L;

        private Field() {
            setFocusTraversalKeysEnabled(false); // a tab is a character
            enableInputMethods(true);
            addKeyListener(new KeyAdapter() {
                @Override
                public void keyTyped(KeyEvent event) {
                    receive(event.getKeyChar());
                }

                @Override
                public void keyPressed(KeyEvent event) {
                    touched = true;
                    used.complete(null);
                    if (event.getKeyCode() == KeyEvent.VK_ESCAPE) {
                        end();
                    } else if (event.getKeyCode() == KeyEvent.VK_DELETE) {
                        received.setLength(0);
                        repaint();
                    }
                }
            });
            addMouseListener(new MouseAdapter() {
                @Override
                public void mousePressed(MouseEvent event) {
                    window.toFront();
                    requestFocus();
                }
            });
            addFocusListener(new FocusListener() {
                @Override
                public void focusGained(FocusEvent event) {
                    repaint();
                }

                @Override
                public void focusLost(FocusEvent event) {
                    repaint();
                }
            });
        }

        @Override
        public void update(Graphics g) {
            paint(g);
        }

        /** In pixels of the display, whatever its scale; at once, so that no half picture is seen. */
        @Override
        public void paint(Graphics g) {
            Graphics2D screen = (Graphics2D) g;
            AffineTransform scale = getGraphicsConfiguration().getDefaultTransform();
            BufferedImage image = new BufferedImage(
                    PairingPicture.WIDTH, PairingPicture.HEIGHT + TEXT_HEIGHT, BufferedImage.TYPE_INT_RGB);
            Graphics2D own = image.createGraphics();
            paintField(own, image.getWidth(), image.getHeight());
            own.dispose();
            screen.transform(AffineTransform.getScaleInstance(1 / scale.getScaleX(), 1 / scale.getScaleY()));
            screen.drawImage(image, 0, 0, null);
        }

        private void paintField(Graphics2D g, int width, int height) {
            g.setColor(Color.WHITE);
            g.fillRect(0, 0, width, height);
            g.setColor(Color.BLACK);
            UserDisplay.Picture picture = PairingPicture.of(
                    FieldCode.of(received.toString(), isFocusOwner()).code());
            for (Rect cell : picture.black()) {
                g.fillRect(cell.x(), cell.y(), cell.width(), cell.height());
            }
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            g.setFont(FONT);
            g.drawString("Deskmeter types here and checks what arrives.", PairingPicture.MARGIN, height - 36);
            String text = received.toString().replace('\n', ' ').replace('\t', ' ');
            int from = Math.max(0, text.length() - SHOWN);
            g.drawString(text.substring(from), PairingPicture.MARGIN, height - 16);
        }
    }
}
