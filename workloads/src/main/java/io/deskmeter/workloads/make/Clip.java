package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.format.Yuv;
import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import io.deskmeter.workloads.make.picture.Texture;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;

/**
 * The clip of the video player: a second with the first landmark, four scenes of moving pictures, a second with the
 * last landmark.
 *
 * <p>{@link #main} writes its frames to the standard output, without compression (YUV4MPEG2). The clip itself is made
 * of them by an encoder, so its bytes are not those of this program; the command stands in
 * {@code docs/decisions/0041-video-archiver-and-mail.md}.
 */
public final class Clip {
    static final int WIDTH = 640;
    static final int HEIGHT = 360;
    static final int FRAMES_PER_SECOND = 25;
    static final int FRAMES = 20 * FRAMES_PER_SECOND;
    /** Frames with a landmark at the beginning, and at the end. */
    static final int HELD = FRAMES_PER_SECOND;

    static final int LANDMARK_X = (WIDTH - DrawnLandmark.WIDTH) / 2;
    static final int LANDMARK_Y = (HEIGHT - DrawnLandmark.HEIGHT) / 2;

    private static final int SCENES = 4;
    private static final int DISCS = 14;

    private final Texture texture = new Texture(20260101);

    /**
     * Writes the frames to the standard output.
     *
     * @param args none
     */
    public static void main(String[] args) throws IOException {
        PrintStream standard = System.out;
        try (OutputStream out = new BufferedOutputStream(standard, 1 << 20)) {
            new Clip().write(out);
        }
    }

    /** What the first second shows. */
    static Picture start() {
        return DrawnLandmark.of(701);
    }

    /** What the last second shows, and the player afterwards. */
    static Picture end() {
        return DrawnLandmark.of(702);
    }

    private void write(OutputStream out) throws IOException {
        out.write(Yuv.head(WIDTH, HEIGHT, FRAMES_PER_SECOND));
        for (int n = 0; n < FRAMES; n++) {
            out.write(Yuv.frameHead());
            out.write(frame(n));
        }
    }

    /** The planes Y, U and V of a frame; the last two have half the width and half the height. */
    byte[] frame(int n) {
        byte[] planes = new byte[WIDTH * HEIGHT * 3 / 2];
        if (n < HELD) {
            still(planes, 0);
            Yuv.paint(planes, WIDTH, HEIGHT, start(), LANDMARK_X, LANDMARK_Y);
        } else if (n >= FRAMES - HELD) {
            still(planes, Texture.SIDE / 2);
            Yuv.paint(planes, WIDTH, HEIGHT, end(), LANDMARK_X, LANDMARK_Y);
        } else {
            int moving = n - HELD;
            scene(planes, moving * SCENES / (FRAMES - 2 * HELD), moving);
        }
        return planes;
    }

    private void still(byte[] planes, int shift) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                planes[y * WIDTH + x] = (byte) (40 + texture.at(x + shift, y) / 4);
            }
        }
        Arrays.fill(planes, WIDTH * HEIGHT, planes.length, (byte) 128);
    }

    private void scene(byte[] planes, int scene, int n) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                planes[y * WIDTH + x] = (byte) (24 + luma(scene, n, x, y) * 200 / 255);
            }
        }
        int u = WIDTH * HEIGHT;
        int v = u + WIDTH * HEIGHT / 4;
        for (int y = 0; y < HEIGHT / 2; y++) {
            for (int x = 0; x < WIDTH / 2; x++) {
                int tint = texture.at(x + n, y + 97 * scene) - 128;
                planes[u + y * WIDTH / 2 + x] = (byte) (128 + (scene % 2 == 0 ? 16 : -16) + tint / 6);
                planes[v + y * WIDTH / 2 + x] = (byte) (128 + (scene < 2 ? -12 : 12) - tint / 8);
            }
        }
        if (scene == 2) {
            discs(planes, n);
        }
    }

    /** A slow pan, a zoom, a pan behind moving discs, and a fast pan across two layers. */
    private int luma(int scene, int n, int x, int y) {
        return switch (scene) {
            case 0 -> (texture.at(x + 3 * n, y + n / 4) * 3 + y * 255 / HEIGHT) / 4;
            case 1 -> {
                int step = 640 - 2 * n;
                yield texture.at(((x - WIDTH / 2) * step) >> 8, ((y - HEIGHT / 2) * step) >> 8);
            }
            case 2 -> 96 + texture.at(x + n, y) / 3;
            default -> (texture.at(x + 7 * n, y - 2 * n) + texture.at(2 * x - 3 * n, 2 * y)) / 2;
        };
    }

    private static void discs(byte[] planes, int n) {
        for (int i = 0; i < DISCS; i++) {
            int radius = 12 + 3 * i;
            int centreX = Math.floorMod(i * 173 + n * (2 + i % 5), WIDTH + 2 * radius) - radius;
            int centreY = Math.floorMod(i * 67, HEIGHT);
            for (int y = Math.max(0, centreY - radius); y < Math.min(HEIGHT, centreY + radius); y++) {
                for (int x = Math.max(0, centreX - radius); x < Math.min(WIDTH, centreX + radius); x++) {
                    int square = (x - centreX) * (x - centreX) + (y - centreY) * (y - centreY);
                    if (square < radius * radius) {
                        planes[y * WIDTH + x] = (byte) (40 + 13 * i - square * 24 / (radius * radius));
                    }
                }
            }
        }
    }
}
