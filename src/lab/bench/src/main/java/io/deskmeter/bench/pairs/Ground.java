package io.deskmeter.bench.pairs;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/**
 * What is around a picture. It is painted with the picture, because servers choose an encoding by the colours of what
 * they send.
 */
enum Ground {
    /** One colour: with few colours in all, servers send without loss. */
    PLAIN {
        @Override
        int colour(int x, int y) {
            return 0xd9d9d9;
        }
    },
    /** Hardly two pixels are equal, so that servers with JPEG use it. */
    PHOTO {
        @Override
        int colour(int x, int y) {
            int wave = (int) (110 + 60 * Math.sin(x / 19.0) * Math.cos(y / 13.0));
            int other = (int) (120 + 50 * Math.cos(x / 31.0 + y / 23.0));
            return wave << 16 | ((wave + other) / 2) << 8 | other;
        }
    };

    static final int MARGIN = 24;

    abstract int colour(int x, int y);

    /** The picture with its margin. */
    BufferedImage around(BufferedImage picture) {
        BufferedImage whole = new BufferedImage(
                picture.getWidth() + 2 * MARGIN, picture.getHeight() + 2 * MARGIN, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < whole.getHeight(); y++) {
            for (int x = 0; x < whole.getWidth(); x++) {
                whole.setRGB(x, y, colour(x, y));
            }
        }
        Graphics2D g = whole.createGraphics();
        g.drawImage(picture, MARGIN, MARGIN, Color.WHITE, null);
        g.dispose();
        return whole;
    }
}
