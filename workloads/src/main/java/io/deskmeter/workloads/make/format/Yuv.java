package io.deskmeter.workloads.make.format;

import io.deskmeter.workloads.make.picture.Picture;
import java.nio.charset.StandardCharsets;

/**
 * Frames without compression (YUV4MPEG2): the planes Y, U and V of each; the last two have half the width and half the
 * height. Rec. 601, limited range.
 */
public final class Yuv {
    private Yuv() {}

    /** What comes before all frames. */
    public static byte[] head(int width, int height, int framesPerSecond) {
        return ("YUV4MPEG2 W" + width + " H" + height + " F" + framesPerSecond + ":1 Ip A1:1 C420mpeg2\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** What comes before each frame. */
    public static byte[] frameHead() {
        return "FRAME\n".getBytes(StandardCharsets.US_ASCII);
    }

    /** Paints a picture into the planes of a frame, with its top left at x and y. */
    public static void paint(byte[] planes, int width, int height, Picture picture, int left, int top) {
        int u = width * height;
        int v = u + width * height / 4;
        for (int y = 0; y < picture.height(); y++) {
            for (int x = 0; x < picture.width(); x++) {
                int pixel = picture.at(x, y);
                int red = (pixel >> 16) & 255;
                int green = (pixel >> 8) & 255;
                int blue = pixel & 255;
                int row = top + y;
                int column = left + x;
                planes[row * width + column] = (byte) (16 + ((66 * red + 129 * green + 25 * blue + 128) >> 8));
                int half = row / 2 * (width / 2) + column / 2;
                planes[u + half] = (byte) (128 + ((-38 * red - 74 * green + 112 * blue + 128) >> 8));
                planes[v + half] = (byte) (128 + ((112 * red - 94 * green - 18 * blue + 128) >> 8));
            }
        }
    }
}
