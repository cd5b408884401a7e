package io.deskmeter.bench.golden;

import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * The loss of a picture in a remote desktop's protocol.
 *
 * @param name for reports
 * @param leastSide of a landmark that must be found, in pixels: colour subsampling leaves too little of smaller ones
 * @param transport the picture that arrives, of the same size
 */
public record Codec(String name, int leastSide, UnaryOperator<BufferedImage> transport) {
    /** Lossless. */
    public static Codec raw() {
        return new Codec("raw", 0, image -> image);
    }

    /** 8 bits for a pixel: three of red, three of green, two of blue. */
    public static Codec rgb332() {
        return new Codec(
                "rgb332", 0, each(rgb -> (depth(rgb >> 16, 3) << 16) | (depth(rgb >> 8, 3) << 8) | depth(rgb, 2)));
    }

    /**
     * The codecs at which landmarks must be found: full and 16-bit colour, the ten levels of Tight's JPEG, and the
     * codecs of RDP.
     */
    public static List<Codec> all() {
        List<Codec> codecs = new ArrayList<>();
        codecs.add(raw());
        codecs.add(new Codec(
                "rgb565", 0, each(rgb -> (depth(rgb >> 16, 5) << 16) | (depth(rgb >> 8, 6) << 8) | depth(rgb, 5))));
        for (int level = 0; level <= 9; level++) {
            codecs.add(TightJpeg.level(level));
        }
        codecs.add(new Codec("rdp-nscodec", 0, new LossyChroma()));
        codecs.add(new Codec("rdp-remotefx", 0, new Wavelet()));
        return codecs;
    }

    private static UnaryOperator<BufferedImage> each(IntUnaryOperator change) {
        return image -> {
            int width = image.getWidth();
            BufferedImage changed = new BufferedImage(width, image.getHeight(), BufferedImage.TYPE_INT_RGB);
            for (int y = 0; y < image.getHeight(); y++) {
                for (int x = 0; x < width; x++) {
                    changed.setRGB(x, y, change.applyAsInt(image.getRGB(x, y)));
                }
            }
            return changed;
        };
    }

    /** A channel reduced to this number of bits and scaled to 0 to 255 again. */
    private static int depth(int channel, int bits) {
        int greatest = (1 << bits) - 1;
        int value = (channel & 0xff) >> (8 - bits);
        return (value * 255 + greatest / 2) / greatest;
    }
}
