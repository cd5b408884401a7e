package io.deskmeter.vision.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.vision.Drawing;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged image files: each gives a template or a clear refusal, quickly and within the memory limit. */
@Tag("slow")
class TemplateFuzzTest {
    private static final int MUTANTS = 5_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "gif", "bmp"})
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aMutantIsATemplateOrIsRefused(String format) throws IOException {
        long seed = 20261121;
        Random random = new Random(seed);
        List<byte[]> parents = parents(format);
        Path file = folder.resolve("mutant." + format);
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = mutate(parents.get(i % parents.size()).clone(), random, format);
            Files.write(file, mutant);
            try {
                assertThat(Template.load(file).width()).isBetween(4, 4096);
            } catch (TemplateException e) {
                refused++;
                assertThat(e).as("seed %d, mutant %d", seed, i).hasMessageContaining("mutant." + format);
            }
        }
        assertThat(refused).as("mutations harm").isGreaterThan(MUTANTS / 10);
    }

    private static List<byte[]> parents(String format) throws IOException {
        List<byte[]> parents = new ArrayList<>();
        for (int type : new int[] {
            BufferedImage.TYPE_INT_RGB,
            BufferedImage.TYPE_INT_ARGB,
            BufferedImage.TYPE_BYTE_INDEXED,
            BufferedImage.TYPE_USHORT_GRAY
        }) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            if (ImageIO.write(picture(type), format, bytes)) {
                parents.add(bytes.toByteArray());
            }
        }
        return parents;
    }

    private static BufferedImage picture(int type) {
        BufferedImage image = new BufferedImage(24, 16, type);
        Graphics2D g = image.createGraphics();
        g.drawImage(Drawing.landmark(24, 16, 3), 0, 0, Color.WHITE, null);
        g.dispose();
        return image;
    }

    private static byte[] mutate(byte[] bytes, Random random, String format) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            // Headers are short and matter most.
            int reach = random.nextBoolean() ? Math.min(64, bytes.length) : bytes.length;
            int at = random.nextInt(reach);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes[at] = (byte) (random.nextBoolean() ? 0xff : 0x7f);
                default -> bytes = Arrays.copyOf(bytes, Math.max(1, random.nextInt(bytes.length + 1)));
            }
        }
        if (format.equals("png") && bytes.length > 33 && random.nextBoolean()) {
            CRC32 check = new CRC32();
            check.update(bytes, 12, 17);
            ByteBuffer.wrap(bytes).putInt(29, (int) check.getValue());
        }
        return bytes;
    }

    @Test
    void readsFilesOfPaintPrograms() throws Exception {
        for (int type : new int[] {
            BufferedImage.TYPE_USHORT_GRAY,
            BufferedImage.TYPE_BYTE_INDEXED,
            BufferedImage.TYPE_BYTE_GRAY,
            BufferedImage.TYPE_4BYTE_ABGR
        }) {
            Path file = folder.resolve("type" + type + ".png");
            ImageIO.write(picture(type), "png", file.toFile());
            assertThat(Template.load(file).width()).isEqualTo(24);
        }
        Path misnamed = folder.resolve("picture.jpg");
        ImageIO.write(picture(BufferedImage.TYPE_INT_RGB), "png", misnamed.toFile());
        assertThat(Template.load(misnamed).isPlain()).as("the content counts").isFalse();
    }

    @Test
    void refusesNonFilesImmediately() throws Exception {
        Path loop = Files.createSymbolicLink(folder.resolve("loop.png"), folder.resolve("loop.png"));
        refuses(loop, "a link that leads nowhere");
        Path pipe = folder.resolve("pipe.png");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        refuses(pipe, "not a file");
        refuses(Files.write(folder.resolve("zeros.png"), new byte[10 << 20]), "not an image");
        refuses(
                Files.write(folder.resolve("page.png"), "<svg width='9999999'/>".getBytes(StandardCharsets.UTF_8)),
                "not an image");
    }

    @Test
    void refusesADecompressionBombBeforeDecoding() throws Exception {
        BufferedImage large = new BufferedImage(4096, 1025, BufferedImage.TYPE_BYTE_BINARY);
        Path file = folder.resolve("bomb.png");
        ImageIO.write(large, "png", file.toFile());
        assertThat(Files.size(file)).isLessThan(10_000);
        refuses(file, "4096x1025 pixels");
    }

    private static void refuses(Path file, String reason) {
        assertThatThrownBy(() -> Template.load(file))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining(String.valueOf(file.getFileName()))
                .hasMessageContaining(reason);
    }
}
