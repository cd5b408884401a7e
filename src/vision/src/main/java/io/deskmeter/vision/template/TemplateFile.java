package io.deskmeter.vision.template;

import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.pixel.OpaqueRuns;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Objects;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** Reads untrusted image files: checks sizes before decoding. */
final class TemplateFile {
    private static final long MOST_BYTES = 16L << 20;
    private static final int LEAST_SIDE = 4;
    private static final int MOST_SIDE = 4096;
    /** Of a mask: a pixel of this brightness counts. */
    private static final int LIGHT = 128;

    private static final int MOST_PIXELS = 1 << 22;

    private TemplateFile() {}

    static BufferedImage read(Path file) throws TemplateException {
        if (!Files.isRegularFile(file)) {
            String what = Files.exists(file)
                    ? "not a file"
                    : Files.isSymbolicLink(file) ? "a link that leads nowhere" : "no such file";
            throw new TemplateException(file + ": " + what + " (expected: an image file, such as PNG)");
        }
        try {
            long bytes = Files.size(file);
            if (bytes > MOST_BYTES) {
                throw new TemplateException(file + ": " + bytes + " bytes (expected: at most " + MOST_BYTES + ")");
            }
            try (ImageInputStream stream = ImageIO.createImageInputStream(file.toFile())) {
                if (stream == null) {
                    throw new IOException("cannot be opened");
                }
                return decode(file.toString(), stream);
            }
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    static BufferedImage read(String name, byte[] file) throws TemplateException {
        try (ImageInputStream stream = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            return decode(name, stream);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    private static BufferedImage decode(String file, ImageInputStream stream) throws IOException, TemplateException {
        Iterator<ImageReader> readers = ImageIO.getImageReaders(stream);
        if (!readers.hasNext()) {
            throw new TemplateException(file + ": not an image (expected: PNG, GIF, BMP or JPEG)");
        }
        ImageReader reader = readers.next();
        try {
            reader.setInput(stream, true, true);
            checkSize(file, reader.getWidth(0), reader.getHeight(0));
            return Objects.requireNonNull(reader.read(0), "no picture");
        } catch (RuntimeException | OutOfMemoryError e) {
            // For a damaged file the JDK's readers throw the exceptions of their arrays, and trust its lengths.
            throw unreadable(file, e);
        } finally {
            reader.dispose();
        }
    }

    /** The image with a mask that was made for another one. */
    static BufferedImage withMask(String name, BufferedImage image, Path file) throws TemplateException {
        BufferedImage mask = read(file);
        if (mask.getWidth() != image.getWidth() || mask.getHeight() != image.getHeight()) {
            if (hasTransparentParts(image)) {
                return image; // They were excluded when it was captured at its scale.
            }
            throw new TemplateException(name + ": " + image.getWidth() + "x" + image.getHeight()
                    + " pixels, without the parts that " + file.getFileName() + " of " + mask.getWidth() + "x"
                    + mask.getHeight() + " excludes (expected: of one size, or these parts transparent;"
                    + " hint: calibrate again)");
        }
        return masked(name, image, mask);
    }

    private static boolean hasTransparentParts(BufferedImage image) {
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                if (!OpaqueRuns.isOpaque(image.getRGB(x, y))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The image, transparent where a mask for another scale of it is dark; as it is if the mask has its size. */
    static BufferedImage scaledMask(BufferedImage image, Path file) throws TemplateException {
        BufferedImage mask = read(file);
        int width = image.getWidth();
        int height = image.getHeight();
        if (mask.getWidth() == width && mask.getHeight() == height) {
            return image;
        }
        double scale = (double) width / mask.getWidth();
        if (Math.abs(mask.getHeight() * scale - height) > Math.max(1, scale)) {
            throw new TemplateException(width + "x" + height + ", for which " + file.getFileName() + " of "
                    + mask.getWidth() + "x" + mask.getHeight()
                    + " says nothing (expected: the proportions of the mask)");
        }
        BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                boolean counts = counts(mask, x, y, width, height);
                scaled.setRGB(x, y, counts ? 0xffffff : 0);
            }
        }
        return masked(String.valueOf(file.getFileName()), image, scaled);
    }

    /**
     * Whether all of a mask that lies under a pixel, and the next pixel around it, is light: at its border a scaled
     * picture is a mix.
     */
    private static boolean counts(BufferedImage mask, int x, int y, int width, int height) {
        int left = Math.max(0, (x - 1) * mask.getWidth() / width);
        int right = Math.min(mask.getWidth() - 1, (x + 2) * mask.getWidth() / width);
        int top = Math.max(0, (y - 1) * mask.getHeight() / height);
        int bottom = Math.min(mask.getHeight() - 1, (y + 2) * mask.getHeight() / height);
        for (int v = top; v <= bottom; v++) {
            for (int u = left; u <= right; u++) {
                if (!isLight(mask.getRGB(u, v))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isLight(int pixel) {
        return OpaqueRuns.isOpaque(pixel) && Grey.of(pixel) >= LIGHT;
    }

    /** The image, transparent where the mask is dark. */
    static BufferedImage masked(String name, BufferedImage image, BufferedImage mask) throws TemplateException {
        int width = image.getWidth();
        int height = image.getHeight();
        if (mask.getWidth() != width || mask.getHeight() != height) {
            throw new TemplateException(name + ": its mask has " + mask.getWidth() + "x" + mask.getHeight()
                    + " pixels (expected: " + width + "x" + height
                    + ", the size of the picture; white where it counts, black where it does not)");
        }
        BufferedImage masked = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                boolean counts = isLight(mask.getRGB(x, y));
                masked.setRGB(x, y, counts ? image.getRGB(x, y) : image.getRGB(x, y) & 0xffffff);
            }
        }
        return masked;
    }

    static void checkSize(String name, int width, int height) throws TemplateException {
        if (Math.min(width, height) < LEAST_SIDE
                || Math.max(width, height) > MOST_SIDE
                || width * height > MOST_PIXELS) {
            throw new TemplateException(name + ": " + width + "x" + height + " pixels (expected: " + LEAST_SIDE + "x"
                    + LEAST_SIDE + " to " + MOST_SIDE + "x" + MOST_SIDE + ", at most " + MOST_PIXELS
                    + " pixels; landmarks are best at 40 to 200)");
        }
    }

    private static TemplateException unreadable(String file, Throwable cause) {
        return new TemplateException(
                file + ": broken image: " + (cause.getMessage() == null ? cause : cause.getMessage())
                        + " (hint: is the file complete, and RGB or grey?)",
                cause);
    }
}
