package io.deskmeter.vision.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Drawing;
import io.deskmeter.vision.TemplateMatcher;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplateTest {
    @TempDir
    Path folder;

    @Test
    void loadsAnImage() throws Exception {
        Template template = Template.load(png("title.png", Drawing.landmark(60, 40, 1)));
        assertThat(template.name()).isEqualTo("title.png");
        assertThat(template.width()).isEqualTo(60);
        assertThat(template.height()).isEqualTo(40);
        assertThat(template.threshold()).isEqualTo(0.9);
        assertThat(template.isPlain()).isFalse();
        assertThat(template.withThreshold(0.75).threshold()).isEqualTo(0.75);
        assertThatThrownBy(() -> template.withThreshold(1.5))
                .hasMessage("threshold of title.png: 1.5 (expected: above 0, at most 1; usual: 0.9)");
        assertThatThrownBy(() -> template.withThreshold(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsDarkInTheMaskBesideItDoesNotCount() throws Exception {
        BufferedImage image = Drawing.landmark(60, 40, 1);
        Path file = png("title.png", image);
        BufferedImage mask = Drawing.blank(60, 40, 0xffffff);
        Drawing.fill(mask, new Rect(40, 0, 3, 40), 0);
        png("title.mask.png", mask);
        Template template = Template.load(file);
        BufferedImage screen = Drawing.document(200, 120, false, 1);
        Drawing.paint(screen, image, 50, 30);
        Drawing.fill(screen, new Rect(91, 30, 1, 40), 0);
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(Drawing.whole(screen));
            assertThat(matcher.find(template).place()).isEqualTo(new Rect(50, 30, 60, 40));
            assertThat(matcher.find(Template.of("whole", image)).found())
                    .as("with the caret in it")
                    .isFalse();
        }
        png("title.mask.png", Drawing.blank(30, 40, 0xffffff));
        assertThatThrownBy(() -> Template.load(file))
                .isInstanceOf(TemplateException.class)
                .hasMessageStartingWith("title.png: its mask has 30x40 pixels (expected: 60x40");
    }

    @Test
    void refusesAMissingFileAndAFolder() {
        refuses(folder.resolve("none.png"), "no such file");
        refuses(folder, "not a file");
    }

    @Test
    void refusesFilesThatAreNoImages() throws IOException {
        refuses(Files.writeString(folder.resolve("text.png"), "This is no image."), "not an image");
        refuses(Files.createFile(folder.resolve("empty.png")), "not an image");
    }

    @Test
    void refusesATruncatedImageWhereverItEnds() throws IOException {
        byte[] whole = Files.readAllBytes(png("whole.png", Drawing.landmark(60, 40, 1)));
        for (int length : new int[] {9, 20, 40, whole.length / 2, whole.length - 30}) {
            Path file = folder.resolve("cut" + length + ".png");
            refuses(Files.write(file, Arrays.copyOf(whole, length)), "broken image");
        }
    }

    @Test
    void refusesHugeImagesBeforeDecodingThem() throws IOException {
        byte[] bytes = Files.readAllBytes(png("small.png", Drawing.landmark(60, 40, 1)));
        // The width is at byte 16 of a PNG; a decoder that trusted it would allocate 4 GB for each 40 rows.
        bytes[16] = 6;
        CRC32 check = new CRC32();
        check.update(bytes, 12, 17);
        ByteBuffer.wrap(bytes).putInt(29, (int) check.getValue());
        refuses(Files.write(folder.resolve("wide.png"), bytes), "100663356x40 pixels (expected: 4x4 to 4096x4096");

        Path large = folder.resolve("large.png");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((16L << 20) + 1);
        }
        refuses(large, "16777217 bytes (expected: at most 16777216)");
    }

    @Test
    void refusesUnsuitableImages() throws IOException {
        refuses(png("tiny.png", Drawing.landmark(3, 40, 1)), "3x40 pixels (expected: 4x4 to 4096x4096");
        refuses(png("clear.png", new BufferedImage(20, 20, BufferedImage.TYPE_INT_ARGB)), "fully transparent");
        refuses(png("disc.png", Drawing.round(Drawing.blank(40, 40, 0x884422))), "one colour with transparent parts");
        BufferedImage flag = Drawing.blank(40, 40, 0xff0000);
        Drawing.fill(flag, new Rect(0, 0, 20, 40), 0x008200);
        refuses(png("flag.png", flag), "colours of one brightness");
    }

    @Test
    void recognisesAPlainImage() throws TemplateException {
        assertThat(Template.of("plain", Drawing.blank(8, 8, 0x102030)).isPlain())
                .isTrue();
    }

    private Path png(String name, BufferedImage image) throws IOException {
        Path file = folder.resolve(name);
        ImageIO.write(image, "png", file.toFile());
        return file;
    }

    private static void refuses(Path file, String reason) {
        assertThatThrownBy(() -> Template.load(file))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(String.valueOf(file.getFileName()))
                .hasMessageContaining(reason);
    }
}
