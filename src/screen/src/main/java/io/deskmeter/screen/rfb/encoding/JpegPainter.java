package io.deskmeter.screen.rfb.encoding;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import io.deskmeter.screen.rfb.wire.RfbLimits;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;

/**
 * Paints JPEG pictures. Each picture gets its own reader: creating one costs a few microseconds (measured: no more than
 * reusing one), and an idle session keeps no memory.
 */
final class JpegPainter {
    /** Servers send far smaller pictures; a decoder needs about ten bytes a pixel. */
    static final int MAX_PIXELS = 1 << 22;

    /** Servers send one; progressive pictures have about ten. Each costs time for every pixel, with a few bytes. */
    static final int MAX_SCANS = 64;

    /** Decoding a pixel takes about as long as painting so many. */
    private static final int PAINTED_PIXELS = 2;

    /** So many scans take about as long as painting once. */
    private static final int SCANS_A_PAINTING = 4;

    private static final int MARKER = 0xFF;
    private static final int START_OF_SCAN = 0xDA;

    /**
     * Paints the picture into the rectangle.
     *
     * @throws ScreenException if it is no JPEG picture, neither grey nor of three colours, or of another size
     */
    void paint(byte[] data, int at, int length, Rect rect, Canvas canvas) throws ScreenException {
        if (rect.isEmpty()) {
            return;
        }
        if ((long) rect.width() * rect.height() > MAX_PIXELS) {
            throw new ScreenException("JPEG: " + rect + " (expected: at most " + MAX_PIXELS + " pixels)");
        }
        int scans = scans(data, at, length);
        if (scans > MAX_SCANS) {
            throw new ScreenException("JPEG: " + scans + " scans in the picture of " + rect + " (expected: at most "
                    + MAX_SCANS + "; " + RfbLimits.BROKEN + ")");
        }
        canvas.costs(rect, PAINTED_PIXELS + scans / SCANS_A_PAINTING);
        BufferedImage image = decode(data, at, length, rect);
        byte[] bytes = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
        for (int row = 0; row < rect.height(); row++) {
            int to = (rect.y() + row) * canvas.width() + rect.x();
            if (image.getType() == BufferedImage.TYPE_BYTE_GRAY) {
                greys(bytes, row * rect.width(), canvas.pixels(), to, rect.width());
            } else {
                colours(bytes, row * rect.width() * 3, canvas.pixels(), to, rect.width());
            }
        }
    }

    /**
     * The markers that begin one, wherever they are: the data of a scan have none, so there are no more scans than
     * that.
     */
    private static int scans(byte[] data, int at, int length) {
        int scans = 0;
        for (int i = at + 1; i < at + length; i++) {
            if ((data[i] & 0xFF) == START_OF_SCAN && (data[i - 1] & 0xFF) == MARKER) {
                scans++;
            }
        }
        return scans;
    }

    private static BufferedImage decode(byte[] data, int at, int length, Rect rect) throws ScreenException {
        ImageReader reader = reader();
        try (BytesInput input = new BytesInput(data, at, length)) {
            reader.setInput(input, true, true);
            int width = reader.getWidth(0); // from the header: nothing has been allocated for the picture yet
            int height = reader.getHeight(0);
            if (width != rect.width() || height != rect.height()) {
                throw new ScreenException("JPEG: picture of " + width + "x" + height + " (expected: " + rect.width()
                        + "x" + rect.height() + ")");
            }
            BufferedImage image = reader.read(0);
            if (image.getType() != BufferedImage.TYPE_3BYTE_BGR && image.getType() != BufferedImage.TYPE_BYTE_GRAY) {
                throw new ScreenException("JPEG: " + image.getColorModel().getNumComponents()
                        + " components (expected: grey, or three colours of 8 bits)");
            }
            return image;
        } catch (IOException | RuntimeException e) { // whatever a broken picture makes of the JDK's reader
            throw new ScreenException("JPEG: bad data, " + e.getMessage() + " (expected: a JPEG picture)", e);
        } finally {
            reader.dispose();
        }
    }

    private static ImageReader reader() throws ScreenException {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName("jpeg");
        if (!readers.hasNext()) {
            throw new ScreenException("JPEG: this Java runtime has no reader (expected: one with java.desktop)");
        }
        return readers.next();
    }

    private static void greys(byte[] bytes, int at, int[] target, int from, int width) {
        for (int i = 0; i < width; i++) {
            target[from + i] = (bytes[at + i] & 0xFF) * 0x010101;
        }
    }

    private static void colours(byte[] bytes, int at, int[] target, int from, int width) {
        for (int i = 0, next = at; i < width; i++, next += 3) {
            target[from + i] = (bytes[next + 2] & 0xFF) << 16 | (bytes[next + 1] & 0xFF) << 8 | (bytes[next] & 0xFF);
        }
    }
}
