package io.deskmeter.agent.platform.windows;

import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.screen.Rect;
import java.awt.Color;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.Window;
import java.awt.geom.AffineTransform;

/** A window without a frame that never takes the keyboard. Created and used on AWT's thread. */
final class AwtOverlay implements UserDisplay.Overlay {
    private final Window window;

    private AwtOverlay(Window window) {
        this.window = window;
    }

    static AwtOverlay open(UserDisplay.Picture picture) {
        Window window = new PictureWindow(picture);
        // Windows count in units of the display's scale, pictures in pixels.
        AffineTransform scale = window.getGraphicsConfiguration().getDefaultTransform();
        Rectangle screen = window.getGraphicsConfiguration().getBounds();
        int width = (int) Math.ceil(picture.width() / scale.getScaleX());
        int height = (int) Math.ceil(picture.height() / scale.getScaleY());
        window.setBounds(screen.x + Math.max(0, (screen.width - width) / 2), screen.y, width, height);
        window.setFocusableWindowState(false);
        window.setAlwaysOnTop(true);
        window.setVisible(true);
        return new AwtOverlay(window);
    }

    /** Paints again, too: under Wine, a new window sometimes stays white. */
    @Override
    public void raise() {
        EventQueue.invokeLater(() -> {
            window.toFront();
            window.repaint();
        });
    }

    @Override
    public void close() {
        EventQueue.invokeLater(window::dispose);
    }

    /** Never serialised, in spite of its superclass. */
    @SuppressWarnings("serial")
    private static final class PictureWindow extends Window {
        private final UserDisplay.Picture picture;

        private PictureWindow(UserDisplay.Picture picture) {
            super((Frame) null);
            this.picture = picture;
        }

        @Override
        public void paint(Graphics graphics) {
            Graphics2D pixels = (Graphics2D) graphics.create();
            try {
                AffineTransform scale = pixels.getTransform();
                pixels.scale(1 / scale.getScaleX(), 1 / scale.getScaleY());
                pixels.setColor(Color.WHITE);
                pixels.fillRect(0, 0, picture.width(), picture.height());
                pixels.setColor(Color.BLACK);
                for (Rect black : picture.black()) {
                    pixels.fillRect(black.x(), black.y(), black.width(), black.height());
                }
            } finally {
                pixels.dispose();
            }
        }
    }
}
