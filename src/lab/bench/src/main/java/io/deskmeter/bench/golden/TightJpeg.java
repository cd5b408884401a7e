package io.deskmeter.bench.golden;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.stream.ImageOutputStream;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The JPEG of Tight's quality levels 0 to 9: quality on libjpeg's scale and colour subsampling, as common servers set
 * them. Java scales the standard tables as libjpeg does, so equal qualities give equal losses.
 */
final class TightJpeg implements UnaryOperator<BufferedImage> {
    private static final int[] QUALITIES = {15, 29, 41, 42, 62, 77, 79, 86, 92, 100};
    private static final int[] PIXELS_PER_COLOUR = {4, 4, 4, 2, 2, 2, 1, 1, 1, 1};
    private static final String FORMAT = "javax_imageio_jpeg_image_1.0";

    /** At the two lowest levels 16×16 pixels share one colour. */
    private static final int SMALL = 32;

    private final float quality;
    private final int pixelsPerColour;

    private TightJpeg(int level) {
        quality = QUALITIES[level] / 100f;
        pixelsPerColour = PIXELS_PER_COLOUR[level];
    }

    static Codec level(int level) {
        return new Codec("tight-jpeg-" + level, level < 2 ? SMALL : 0, new TightJpeg(level));
    }

    @Override
    public BufferedImage apply(BufferedImage image) {
        BufferedImage opaque = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = opaque.createGraphics();
        g.drawImage(image, 0, 0, null);
        g.dispose();
        try {
            BufferedImage arrived = ImageIO.read(new ByteArrayInputStream(encode(opaque)));
            g = opaque.createGraphics();
            g.drawImage(arrived, 0, 0, null);
            g.dispose();
            return opaque;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] encode(BufferedImage image) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            ImageWriteParam settings = writer.getDefaultWriteParam();
            settings.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            settings.setCompressionQuality(quality);
            IIOMetadata metadata = writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), settings);
            Node root = metadata.getAsTree(FORMAT);
            Element brightness = (Element)
                    ((Element) root).getElementsByTagName("componentSpec").item(0);
            brightness.setAttribute("HsamplingFactor", pixelsPerColour > 1 ? "2" : "1");
            brightness.setAttribute("VsamplingFactor", pixelsPerColour > 2 ? "2" : "1");
            metadata.setFromTree(FORMAT, root);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, metadata), settings);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
