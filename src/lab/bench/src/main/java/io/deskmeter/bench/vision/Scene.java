package io.deskmeter.bench.vision;

import io.deskmeter.bench.golden.Codec;
import io.deskmeter.bench.golden.Theme;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Locale;

/** A desktop of 1920×1080 on which landmarks appear and disappear. */
final class Scene {
    static final int WIDTH = 1920;
    static final int HEIGHT = 1080;
    /** The place of a landmark: between words and a picture. */
    private static final int X = 700;

    private static final int Y = 420;

    final String name;
    final BufferedImage image;
    final Frame frame;
    private final int[] empty;
    private long sequence;

    Scene(Theme theme, Codec codec) {
        name = theme.toString().toLowerCase(Locale.ROOT) + "/" + codec.name();
        image = codec.transport().apply(theme.draw(WIDTH, HEIGHT, 1, 5));
        empty = image.getRGB(0, 0, WIDTH, HEIGHT, null, 0, WIDTH);
        frame = new Frame(WIDTH, HEIGHT, empty.clone());
    }

    /** The update of the first picture, or one that reports everything as damaged. */
    FrameUpdate all() {
        return update(frame.bounds());
    }

    private FrameUpdate update(Rect damage) {
        return new FrameUpdate(frame, List.of(damage), sequence, ++sequence);
    }

    FrameUpdate show(BufferedImage landmark) {
        for (int y = 0; y < landmark.getHeight(); y++) {
            for (int x = 0; x < landmark.getWidth(); x++) {
                int argb = landmark.getRGB(x, y);
                if (argb >>> 24 >= 128) {
                    frame.pixels()[(Y + y) * WIDTH + X + x] = argb & 0xffffff;
                }
            }
        }
        return update(place(landmark));
    }

    FrameUpdate hide(BufferedImage landmark) {
        Rect place = place(landmark);
        for (int y = place.y(); y < place.bottom(); y++) {
            System.arraycopy(empty, y * WIDTH + X, frame.pixels(), y * WIDTH + X, place.width());
        }
        return update(place);
    }

    /** Changes one pixel in the landmark's middle slightly. */
    FrameUpdate touch(BufferedImage landmark) {
        return change(new Rect(X + landmark.getWidth() / 2, Y + landmark.getHeight() / 2, 1, 1));
    }

    /** Changes the whole landmark slightly, like lossy encodings. */
    FrameUpdate repaint(BufferedImage landmark) {
        return change(place(landmark));
    }

    /** A blinking text cursor, far from any landmark. */
    FrameUpdate blinkElsewhere() {
        return change(new Rect(300, 1000, 2, 16));
    }

    private FrameUpdate change(Rect rect) {
        for (int y = rect.y(); y < rect.bottom(); y++) {
            for (int x = rect.x(); x < rect.right(); x++) {
                frame.pixels()[y * WIDTH + x] ^= 0x010101;
            }
        }
        return update(rect);
    }

    private static Rect place(BufferedImage landmark) {
        return new Rect(X, Y, landmark.getWidth(), landmark.getHeight());
    }
}
