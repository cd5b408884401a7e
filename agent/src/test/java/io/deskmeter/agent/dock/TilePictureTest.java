package io.deskmeter.agent.dock;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import io.deskmeter.screen.Rect;
import io.deskmeter.vision.Match;
import io.deskmeter.vision.TemplateMatcher;
import io.deskmeter.vision.template.ScaledTemplate;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tiles are found at their places and nowhere else. */
@Tag("slow")
class TilePictureTest {
    private static final int RANDOM_IDS = 200;
    /** Only some of them are searched at all scales, which takes a third of a second each. */
    private static final int EVERY_SCALE_OF = 12;

    private static final int STEP = 84;
    private static final int COLUMNS = 15;

    /** Those of the project's own workloads, and many more. */
    private static List<String> ids() {
        List<String> ids =
                new ArrayList<>(WorkloadCatalog.open(Path.of("..", "workloads")).ids());
        assertThat(ids).contains("office/writer", "office/calc");
        Random random = new Random(7);
        for (int i = 0; i < RANDOM_IDS; i++) {
            ids.add("set-" + random.nextInt(20) + "/app-" + Long.toString(random.nextLong() >>> 1, 36));
        }
        return ids;
    }

    @Test
    void no_tile_matches_another_at_any_scale() throws Exception {
        List<String> ids = ids();
        int rows = (ids.size() + COLUMNS - 1) / COLUMNS;
        BufferedImage sheet = new BufferedImage(COLUMNS * STEP, rows * STEP, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < ids.size(); i++) {
            sheet.createGraphics().drawImage(TilePicture.of(ids.get(i)), place(i).x(), place(i).y(), null);
        }
        Frame frame = frame(sheet);
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
            for (int i = 0; i < ids.size(); i++) {
                ScaledTemplate landmark = TilePicture.landmark(ids.get(i));
                // The lowest threshold of all, as if the tile had been scaled.
                Template loose = landmark.template().withThreshold(0.8);
                assertThat(matcher.find(loose).place()).as(ids.get(i)).isEqualTo(place(i));

                blank(frame, place(i), 0xff2b313a);
                matcher.see(new FrameUpdate(frame, List.of(place(i)), 0, 2));
                assertThat(matcher.find(loose).found())
                        .as("%s without its tile", ids.get(i))
                        .isFalse();
                if (i % EVERY_SCALE_OF == 0) {
                    assertThat(matcher.find(landmark).found())
                            .as("%s at any scale", ids.get(i))
                            .isFalse();
                }
                matcher.forget(loose);
                matcher.forget(landmark);
                restore(frame, place(i), sheet);
                matcher.see(new FrameUpdate(frame, List.of(place(i)), 0, 3));
            }
        }
    }

    @Test
    void a_picture_depends_on_the_id_only() {
        BufferedImage once = TilePicture.of("office/writer");
        BufferedImage again = TilePicture.of("office/writer");
        assertThat(pixels(again)).isEqualTo(pixels(once));
        assertThat(pixels(TilePicture.of("office/calc"))).isNotEqualTo(pixels(once));
        // Must never change: agents of different versions must agree.
        assertThat(Arrays.hashCode(pixels(once))).isEqualTo(FIRST_WRITER);
    }

    private static final int FIRST_WRITER = -1683714559;

    @Test
    void only_a_ready_tile_is_found_at_every_scale_and_through_jpeg() throws Exception {
        DockState idle = new DockState(
                List.of(
                        new DockTile("office/writer", "Word processor", DockTile.State.IDLE),
                        new DockTile("office/calc", "Spreadsheet", DockTile.State.IDLE)),
                "");
        for (double scale : new double[] {1, 1.25, 1.5, 2}) {
            for (Float quality : new Float[] {null, 0.5f, 0.2f}) {
                for (DockTile.State state : DockTile.State.values()) {
                    DockState shown = idle.with("office/calc", state, "");
                    BufferedImage picture = through(quality, painted(shown, scale, -1));
                    String what = scale + ", quality " + quality + ", " + state;
                    Match found = find(picture, TilePicture.landmark("office/calc"));
                    assertThat(found.found()).as(what).isEqualTo(state == DockTile.State.READY);
                    assertThat(find(picture, TilePicture.landmark("office/writer"))
                                    .found())
                            .as(what)
                            .isFalse();
                    if (found.found()) {
                        assertThat(found.place().x())
                                .as(what)
                                .isCloseTo((int) (DockLayout.of(2, 1280).art(1).x() * scale), Offset.offset(2));
                    }
                }
                BufferedImage held =
                        through(quality, painted(idle.with("office/calc", DockTile.State.READY, ""), scale, 1));
                assertThat(find(held, TilePicture.landmark("office/calc")).found())
                        .as("held")
                        .isFalse();
            }
        }
    }

    private static BufferedImage painted(DockState state, double scale, int pressed) {
        DockLayout layout = DockLayout.of(state.tiles().size(), 1280);
        BufferedImage image = new BufferedImage(
                (int) (layout.width() * scale), (int) (layout.height() * scale), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        g.scale(scale, scale);
        new DockPainter().paint(g, state, layout, pressed);
        g.dispose();
        return image;
    }

    private static Match find(BufferedImage picture, ScaledTemplate landmark) {
        Frame frame = frame(picture);
        try (TemplateMatcher matcher = new TemplateMatcher()) {
            matcher.see(new FrameUpdate(frame, List.of(frame.bounds()), 0, 1));
            return matcher.find(landmark);
        }
    }

    private static BufferedImage through(@Nullable Float quality, BufferedImage image) throws IOException {
        if (quality == null) {
            return image;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            writer.setOutput(out);
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(quality);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return ImageIO.read(new ByteArrayInputStream(bytes.toByteArray()));
    }

    private static Rect place(int index) {
        return new Rect(6 + index % COLUMNS * STEP, 6 + index / COLUMNS * STEP, TilePicture.SIDE, TilePicture.SIDE);
    }

    private static Frame frame(BufferedImage image) {
        return new Frame(image.getWidth(), image.getHeight(), pixels(image));
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    private static void blank(Frame frame, Rect place, int colour) {
        for (int y = place.y(); y < place.y() + place.height(); y++) {
            Arrays.fill(
                    frame.pixels(),
                    y * frame.width() + place.x(),
                    y * frame.width() + place.x() + place.width(),
                    colour);
        }
    }

    private static void restore(Frame frame, Rect place, BufferedImage sheet) {
        sheet.getRGB(
                place.x(),
                place.y(),
                place.width(),
                place.height(),
                frame.pixels(),
                place.y() * frame.width() + place.x(),
                frame.width());
    }
}
