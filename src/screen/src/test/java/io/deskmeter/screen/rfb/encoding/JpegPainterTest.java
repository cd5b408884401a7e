package io.deskmeter.screen.rfb.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.screen.ScreenException;
import java.awt.image.BufferedImage;
import java.awt.image.WritableRaster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;

/**
 * Pictures of Tight in JPEG: grey and coloured, all samplings, cut short, of the wrong size, and no pictures at all.
 */
class JpegPainterTest {
    private static final int WIDTH = 37;
    private static final int HEIGHT = 21;

    /** Red grows to the right, green downwards. */
    private static BufferedImage picture(int type) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, type);
        WritableRaster raster = image.getRaster();
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                raster.setPixel(x, y, Arrays.copyOf(new int[] {x * 6, y * 10, 90}, raster.getNumBands()));
            }
        }
        return image;
    }

    /** Sampling factors are those of the first component, 0 for the writer's default. */
    private static byte[] jpeg(BufferedImage image, int horizontal, int vertical, boolean progressive)
            throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(0.95f);
            if (progressive) {
                param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
            }
            IIOMetadata metadata =
                    writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), param);
            if (horizontal > 0) {
                sample(metadata, horizontal, vertical);
            }
            writer.write(null, new IIOImage(image, null, metadata), param);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static void sample(IIOMetadata metadata, int horizontal, int vertical) throws IOException {
        String format = "javax_imageio_jpeg_image_1.0";
        IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(format);
        IIOMetadataNode first =
                (IIOMetadataNode) root.getElementsByTagName("componentSpec").item(0);
        first.setAttribute("HsamplingFactor", String.valueOf(horizontal));
        first.setAttribute("VsamplingFactor", String.valueOf(vertical));
        metadata.setFromTree(format, root);
    }

    private static String tight(byte[] jpeg) {
        return "90" + Streams.compactLength(jpeg.length) + HexFormat.of().formatHex(jpeg);
    }

    /** One pixel away from all edges, so that painting beside the rectangle shows. */
    private static int[] decode(byte[] jpeg) throws ScreenException {
        return Decoding.decode(Encoding.TIGHT, WIDTH + 2, HEIGHT + 2, new Rect(1, 1, WIDTH, HEIGHT), tight(jpeg));
    }

    private static void assertNear(int[] pixels, BufferedImage truth, int within) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int[] want = truth.getRaster().getPixel(x, y, new int[3]);
                int[] expected = truth.getRaster().getNumBands() == 1 ? new int[] {want[0], want[0], want[0]} : want;
                int got = pixels[(y + 1) * (WIDTH + 2) + x + 1];
                int[] colours = {got >> 16, got >> 8 & 0xFF, got & 0xFF};
                for (int i = 0; i < 3; i++) {
                    assertThat(Math.abs(colours[i] - expected[i]))
                            .as("%d,%d: %s for %s", x, y, Arrays.toString(colours), Arrays.toString(expected))
                            .isLessThanOrEqualTo(within);
                }
            }
        }
        assertThat(Arrays.copyOf(pixels, WIDTH + 3)).as("row above").containsOnly(0);
        assertThat(pixels[2 * (WIDTH + 2) - 1]).as("column at the right").isZero();
    }

    @Test
    void allSamplings() throws Exception {
        BufferedImage truth = picture(BufferedImage.TYPE_INT_RGB);
        for (int[] each : new int[][] {{1, 1}, {2, 1}, {1, 2}, {2, 2}, {4, 1}, {4, 2}}) {
            assertNear(decode(jpeg(truth, each[0], each[1], false)), truth, 24);
        }
        assertNear(decode(jpeg(truth, 1, 1, true)), truth, 8);
    }

    @Test
    void greysKeepTheirValues() throws Exception {
        BufferedImage truth = picture(BufferedImage.TYPE_BYTE_GRAY);
        assertNear(decode(jpeg(truth, 0, 0, false)), truth, 4);
    }

    @Test
    void theSizeMustBeTheRectangles() throws Exception {
        byte[] jpeg = jpeg(picture(BufferedImage.TYPE_INT_RGB), 2, 2, false);
        assertThatThrownBy(
                        () -> Decoding.decode(Encoding.TIGHT, 64, 64, new Rect(0, 0, WIDTH, HEIGHT + 1), tight(jpeg)))
                .isInstanceOf(ScreenException.class)
                .hasMessage("JPEG: picture of 37x21 (expected: 37x22)");
    }

    /** The size in a header is checked before memory is allocated for it: 65500×65500 would be 12 GiB. */
    @Test
    void aHugePictureIsRefusedByItsHeader() throws Exception {
        byte[] jpeg = jpeg(picture(BufferedImage.TYPE_INT_RGB), 2, 2, false);
        for (int i = 0; i < jpeg.length; i++) {
            if ((jpeg[i] & 0xFF) == 0xFF && (jpeg[i + 1] & 0xFF) == 0xC0) { // start of frame: length, depth, size
                Arrays.fill(jpeg, i + 5, i + 9, (byte) 0xFF);
                break;
            }
        }
        assertThatThrownBy(() -> decode(jpeg))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("JPEG: ");
        assertThatThrownBy(() ->
                        Decoding.decode(Encoding.TIGHT, 4096, 2048, new Rect(0, 0, 4096, 2048), tight(new byte[] {1})))
                .hasMessage("JPEG: 4096x2048+0+0 (expected: at most 4194304 pixels)");
    }

    @Test
    void fourComponentsAreRefused() throws Exception {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            writer.write(new IIOImage(picture(BufferedImage.TYPE_4BYTE_ABGR).getRaster(), null, null));
        } finally {
            writer.dispose();
        }
        byte[] jpeg = bytes.toByteArray();
        assertThatThrownBy(() -> decode(jpeg))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("JPEG: ");
    }

    /** Each scan of a progressive picture goes through all its pixels, and has a few bytes. */
    @Test
    void aPictureOfManyScansIsRefused() throws Exception {
        byte[] sound = jpeg(picture(BufferedImage.TYPE_INT_RGB), 1, 1, true);
        int last = 0;
        for (int i = 0; i < sound.length - 1; i++) {
            last = (sound[i] & 0xFF) == 0xFF && (sound[i + 1] & 0xFF) == 0xDA ? i : last;
        }
        byte[] scan = Arrays.copyOfRange(sound, last, sound.length - 2);
        decode(withScans(sound, scan, 40));
        byte[] many = withScans(sound, scan, 64);
        assertThatThrownBy(() -> decode(many))
                .isInstanceOf(ScreenException.class)
                .hasMessageMatching("JPEG: \\d\\d scans in the picture of 37x21\\+1\\+1 \\(expected: at most 64; .*");
    }

    private static byte[] withScans(byte[] sound, byte[] scan, int more) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(sound, 0, sound.length - 2);
        for (int i = 0; i < more; i++) {
            bytes.writeBytes(scan);
        }
        bytes.write(sound, sound.length - 2, 2);
        return bytes.toByteArray();
    }

    /** Decoding costs more than painting, so as many pictures of the same place are no update. */
    @Test
    void picturesAboveEachOtherAreBounded() throws Exception {
        byte[] sound = jpeg(picture(BufferedImage.TYPE_INT_RGB), 2, 2, false);
        Canvas canvas = Decoding.canvas(WIDTH, HEIGHT);
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 40; i++) {
                        new JpegPainter()
                                .paint(sound, 0, sound.length, canvas.frame().bounds(), canvas);
                    }
                })
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("update: more than 64 times the pixels of 37x21");
    }

    @Test
    void damagedPicturesFailWithTheSameException() throws Exception {
        byte[] sound = jpeg(picture(BufferedImage.TYPE_INT_RGB), 2, 2, false);
        assertThatThrownBy(() -> decode(new byte[20]))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("JPEG: bad data");
        assertThatThrownBy(() -> decode(new byte[0])).isInstanceOf(ScreenException.class);
        Canvas canvas = Decoding.canvas(WIDTH, HEIGHT);
        Random random = new Random(11);
        int refused = 0;
        for (int round = 0; round < 500; round++) {
            byte[] damaged = Arrays.copyOf(sound, round % 2 == 0 ? sound.length : random.nextInt(sound.length));
            for (int i = 0; i < 3 && damaged.length > 0; i++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            canvas.takeDamage();
            canvas.paint(new Rect(0, 0, 1, 1));
            canvas.takeDamage();
            try {
                new JpegPainter()
                        .paint(damaged, 0, damaged.length, canvas.frame().bounds(), canvas);
            } catch (ScreenException e) {
                assertThat(e).hasMessageContaining("expected: ");
                refused++;
            }
        }
        assertThat(refused).isBetween(50, 499);
    }
}
