package io.deskmeter.agent.desktopagent;

import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Graphics;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;

/** A small real application: shows a picture in a window until Q is pressed. */
public final class PictureMain {
    private PictureMain() {}

    public static void main(String[] args) throws IOException {
        BufferedImage picture = ImageIO.read(new File(args[0]));
        EventQueue.invokeLater(() -> {
            Frame frame = new Pane(picture);
            frame.addKeyListener(new KeyAdapter() {
                @Override
                public void keyPressed(KeyEvent event) {
                    if (event.getKeyCode() == KeyEvent.VK_Q) {
                        frame.dispose();
                    }
                }
            });
            frame.setVisible(true);
        });
    }

    private static final class Pane extends Frame {
        private static final long serialVersionUID = 1L;
        private final transient BufferedImage picture;

        private Pane(BufferedImage picture) {
            this.picture = picture;
            setBounds(100, 60, 320, 240);
        }

        @Override
        public void paint(Graphics g) {
            g.drawImage(picture, 120, 100, null);
        }
    }
}
